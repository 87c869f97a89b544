import type { Catalog } from "../../catalog.ts";

export const newsletter = {
  newsletter: {
    title: "Newsletter",
    lead: "I nuovi articoli nella tua casella: ognuno appena esce, oppure una sola e-mail alla settimana. Per disiscriverti basta un clic.",
    leadWithoutDigest: "I nuovi articoli nella tua casella appena escono. Per disiscriverti basta un clic.",
    description: "Ricevi per e-mail i nuovi articoli di {site}.",
    consent: "Inviatemi per e-mail i nuovi articoli di {site}. Posso smettere di riceverli in qualsiasi momento.",
    email: "Il tuo indirizzo e-mail",
    subscribe: "Iscriviti alla newsletter",
    subscribing: "Iscrizione in corso...",
    trap: "Lascia vuoto questo campo",
    sent: "Controlla la tua casella. Se {email} non è ancora iscritto, un link di conferma è in arrivo. Vale per {days} giorni.",
    wrongEmail: "Scrivi un indirizzo e-mail come name@example.com.",
    tooMany: "Troppi tentativi. Aspetta un po’ e riprova.",
    failed: "Non ha funzionato. Riprova.",
    frequency: "Quanto spesso",
    post: "Ogni articolo appena esce",
    weekly: "Un’e-mail alla settimana con le novità",
    noWeekly:
      "Hai scelto un’e-mail alla settimana. Al momento non ne viene inviata nessuna. In alternativa puoi ricevere ogni articolo.",
    categories: "Su quali temi",
    all: "Tutte le categorie",
    some: "Solo queste categorie",
    language: "Lingua",
    save: "Salva le preferenze",
    saved: "Le tue preferenze sono salvate.",
    notSaved: "Non è stato possibile salvare le preferenze. Riprova.",
    noCategory: "Scegli almeno una categoria.",
    unsubscribe: "Annulla l’iscrizione",
  },
  newsletterLinks: {
    again: {
      title: "Ancora un clic",
      text: "Premi il pulsante e invieremo un link di conferma a {email}.",
    },
    sent: {
      title: "Controlla la tua casella",
    },
    wrong: {
      title: "Questo non è un indirizzo e-mail",
    },
    limited: {
      title: "Troppi tentativi",
    },
    confirm: {
      title: "Conferma l’iscrizione",
      text: "Vuoi ricevere i nuovi articoli di {site} all’indirizzo {email}?",
      button: "Conferma",
    },
    confirmed: {
      title: "Iscrizione confermata",
      text: "I nuovi articoli di {site} arriveranno a {email}.",
    },
    ended: {
      title: "Nessuna iscrizione",
      text: "{email} non riceve articoli da {site}.",
    },
    leave: {
      title: "Annullare l’iscrizione?",
      text: "{email} non riceverà più articoli da {site}.",
    },
    choices: {
      title: "La tua newsletter",
      text: "Ecco che cosa riceve {email} da {site}.",
    },
    erase: {
      title: "Eliminare tutto?",
      text: "L’indirizzo {email}, le sue preferenze e la prova del consenso verranno eliminati. Non riceverà più articoli da {site}.",
      button: "Elimina tutto",
    },
    erased: {
      title: "Tutto è stato eliminato",
      text: "La newsletter ha dimenticato il tuo indirizzo.",
    },
    unknown: {
      title: "Questo link non funziona",
      text: "Forse ne manca una parte, o l’iscrizione è stata eliminata. Aprilo di nuovo dall’e-mail.",
    },
    choose: "Scegli che cosa ricevere",
    eraseLink: "Elimina tutto su questo indirizzo",
    back: "Torna alle preferenze",
    home: "Torna alla home",
  },
} satisfies Pick<Catalog, "newsletter" | "newsletterLinks">;
