import type { Catalog } from "../../catalog.ts";

export const newsletter = {
  newsletter: {
    title: "Newsletter",
    lead: "Les nouveaux articles dans votre boîte de réception : chacun dès sa parution, ou un seul e-mail par semaine. Un clic suffit pour se désabonner.",
    leadWithoutDigest:
      "Les nouveaux articles dans votre boîte de réception dès leur parution. Un clic suffit pour se désabonner.",
    description: "Recevez les nouveaux articles de {site} par e-mail.",
    consent: "Envoyez-moi les nouveaux articles de {site} par e-mail. Je peux y mettre fin à tout moment.",
    email: "Votre adresse e-mail",
    subscribe: "S’abonner à la newsletter",
    subscribing: "Abonnement en cours...",
    trap: "Laissez ce champ vide",
    sent: "Consultez votre boîte de réception. Si {email} n’est pas encore abonné, un lien de confirmation est en route. Il est valable {days} jours.",
    wrongEmail: "Saisissez une adresse e-mail comme name@example.com.",
    tooMany: "Trop de tentatives. Patientez un moment, puis réessayez.",
    failed: "Cela n’a pas fonctionné. Veuillez réessayer.",
    frequency: "À quelle fréquence",
    post: "Chaque article dès sa parution",
    weekly: "Un e-mail par semaine avec les nouveautés",
    noWeekly:
      "Vous avez choisi un e-mail par semaine. Aucun n’est envoyé pour le moment. Vous pouvez recevoir chaque article à la place.",
    categories: "Sur quels sujets",
    all: "Toutes les catégories",
    some: "Seulement ces catégories",
    language: "Langue",
    save: "Enregistrer mes choix",
    saved: "Vos choix sont enregistrés.",
    notSaved: "Vos choix n’ont pas pu être enregistrés. Veuillez réessayer.",
    noCategory: "Choisissez au moins une catégorie.",
    unsubscribe: "Se désabonner",
  },
  newsletterLinks: {
    again: {
      title: "Encore un clic",
      text: "Appuyez sur le bouton, et nous enverrons un lien de confirmation à {email}.",
    },
    sent: {
      title: "Consultez votre boîte de réception",
    },
    wrong: {
      title: "Ce n’est pas une adresse e-mail",
    },
    limited: {
      title: "Trop de tentatives",
    },
    confirm: {
      title: "Confirmez votre abonnement",
      text: "Souhaitez-vous recevoir les nouveaux articles de {site} à l’adresse {email} ?",
      button: "Confirmer",
    },
    confirmed: {
      title: "Vous êtes abonné",
      text: "Les nouveaux articles de {site} arriveront à l’adresse {email}.",
    },
    ended: {
      title: "Vous n’êtes pas abonné",
      text: "{email} ne reçoit aucun article de {site}.",
    },
    leave: {
      title: "Se désabonner ?",
      text: "{email} ne recevra plus d’articles de {site}.",
    },
    choices: {
      title: "Votre newsletter",
      text: "Voici ce que {email} reçoit de {site}.",
    },
    erase: {
      title: "Tout supprimer ?",
      text: "L’adresse {email}, ses choix et la preuve du consentement seront supprimés. Elle ne recevra plus d’articles de {site}.",
      button: "Tout supprimer",
    },
    erased: {
      title: "Tout est supprimé",
      text: "La newsletter a oublié votre adresse.",
    },
    unknown: {
      title: "Ce lien ne fonctionne pas",
      text: "Il en manque peut-être une partie, ou l’abonnement a été supprimé. Ouvrez-le de nouveau depuis l’e-mail.",
    },
    choose: "Choisir ce que vous recevez",
    eraseLink: "Tout supprimer sur cette adresse",
    back: "Retour à vos choix",
    home: "Retour à l’accueil",
  },
} satisfies Pick<Catalog, "newsletter" | "newsletterLinks">;
