import type { Catalog } from "../../catalog.ts";

export const passkeys = {
  passkeys: {
    signIn: "Accedi con una passkey",
    waiting: "In attesa della passkey…",
    notUsed:
      "Non hai effettuato l’accesso. La passkey è stata annullata, ha richiesto troppo tempo o non è su questo dispositivo. Riprova o usa la password.",
    notSignedIn: "L’accesso con una passkey non è riuscito. Riprova o usa la password.",
    title: "Passkey",
    lead: "Accedi con l’impronta, il volto o il blocco dello schermo, senza password né codice.",
    none: "Non hai ancora passkey.",
    notLoaded: "Non è stato possibile caricare le tue passkey.",
    notHere: "In questo browser o a questo indirizzo non si possono aggiungere passkey.",
    created: "Aggiunta il {date}",
    neverUsed: "Mai usata",
    otherHost:
      "Funziona solo su {host}, dove prima si trovava questo sito. Aggiungine una nuova per accedere qui. La password vale ancora.",
    add: "Aggiungi una passkey",
    adding: "Aggiunta in corso…",
    added: "Passkey aggiunta",
    notMade: "Nessuna passkey aggiunta. L’operazione è stata annullata o ha richiesto troppo tempo.",
    notAdded: "Non è stato possibile aggiungere la passkey. Riprova.",
    rename: "Rinomina",
    renameNamed: "Rinomina {name}",
    nameMissing: "Inserisci un nome, per esempio «Portatile»",
    renamed: "Passkey rinominata",
    notRenamed: "Non è stato possibile rinominare la passkey. Riprova.",
    removeText: "Non servirà più per accedere. Poi eliminala anche dal tuo dispositivo.",
    removed: "Passkey rimossa",
    notRemoved: "Non è stato possibile rimuovere la passkey. Riprova.",
    refused: "Questa passkey non è valida qui. Forse è stata rimossa dal suo account.",
    tooLate: "Ci è voluto troppo tempo. Riprova.",
    alreadyAdded: "Questo dispositivo ha già una passkey per il tuo account.",
    tooMany: "Hai dieci passkey. Prima rimuovine una.",
    noLock: "Questo dispositivo non può creare passkey. Serve un blocco dello schermo, come un PIN o un’impronta.",
  },
} satisfies Pick<Catalog, "passkeys">;
