import type { Catalog } from "../../catalog.ts";

export const passkeys = {
  passkeys: {
    signIn: "Se connecter avec une clé d’accès",
    waiting: "En attente de votre clé d’accès…",
    notUsed:
      "Vous n’êtes pas connecté. La clé d’accès a été annulée, a pris trop de temps ou n’est pas sur cet appareil. Réessayez ou utilisez votre mot de passe.",
    notSignedIn: "La connexion avec une clé d’accès a échoué. Réessayez ou utilisez votre mot de passe.",
    title: "Clés d’accès",
    lead: "Connectez-vous par empreinte, visage ou verrouillage d’écran, sans mot de passe ni code.",
    none: "Vous n’avez pas encore de clé d’accès.",
    notLoaded: "Vos clés d’accès n’ont pas pu être chargées.",
    notHere: "On ne peut pas ajouter de clé d’accès dans ce navigateur ou à cette adresse.",
    created: "Ajoutée le {date}",
    neverUsed: "Jamais utilisée",
    otherHost:
      "Ne fonctionne que sur {host}, l’ancienne adresse de ce site. Ajoutez-en une nouvelle pour vous connecter ici. Votre mot de passe fonctionne toujours.",
    add: "Ajouter une clé d’accès",
    adding: "Ajout…",
    added: "Clé d’accès ajoutée",
    notMade: "Aucune clé d’accès n’a été ajoutée. L’opération a été annulée ou a pris trop de temps.",
    notAdded: "La clé d’accès n’a pas pu être ajoutée. Veuillez réessayer.",
    rename: "Renommer",
    renameNamed: "Renommer {name}",
    nameMissing: "Indiquez un nom, par exemple « Portable »",
    renamed: "Clé d’accès renommée",
    notRenamed: "La clé d’accès n’a pas pu être renommée. Veuillez réessayer.",
    removeText: "Elle ne permettra plus de vous connecter. Supprimez-la ensuite aussi sur votre appareil.",
    removed: "Clé d’accès retirée",
    notRemoved: "La clé d’accès n’a pas pu être retirée. Veuillez réessayer.",
    refused: "Cette clé d’accès n’est pas valable ici. Elle a peut-être été retirée de son compte.",
    tooLate: "Cela a pris trop de temps. Veuillez réessayer.",
    alreadyAdded: "Cet appareil a déjà une clé d’accès pour votre compte.",
    tooMany: "Vous avez dix clés d’accès. Retirez-en d’abord une.",
    noLock: "Cet appareil ne peut pas créer de clé d’accès. Il lui faut un verrouillage d’écran, comme un code ou une empreinte.",
  },
} satisfies Pick<Catalog, "passkeys">;
