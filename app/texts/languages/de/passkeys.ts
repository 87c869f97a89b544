import type { Catalog } from "../../catalog.ts";

export const passkeys = {
  passkeys: {
    signIn: "Mit Passkey anmelden",
    waiting: "Warten auf deinen Passkey …",
    notUsed:
      "Du bist nicht angemeldet. Der Passkey wurde abgebrochen, hat zu lange gebraucht oder ist nicht auf diesem Gerät. Versuche es noch einmal oder nimm dein Passwort.",
    notSignedIn: "Du konntest nicht mit einem Passkey angemeldet werden. Versuche es noch einmal oder nimm dein Passwort.",
    title: "Passkeys",
    lead: "Melde dich mit Fingerabdruck, Gesicht oder Displaysperre an, ohne Passwort und Code.",
    none: "Du hast noch keine Passkeys.",
    notLoaded: "Deine Passkeys konnten nicht geladen werden.",
    notHere: "In diesem Browser oder unter dieser Adresse lassen sich keine Passkeys hinzufügen.",
    created: "Hinzugefügt: {date}",
    neverUsed: "Nie verwendet",
    otherHost:
      "Funktioniert nur bei {host}, wo diese Website früher war. Füge einen neuen hinzu, um dich hier anzumelden. Dein Passwort gilt weiter.",
    add: "Passkey hinzufügen",
    adding: "Wird hinzugefügt …",
    added: "Passkey hinzugefügt",
    notMade: "Es wurde kein Passkey hinzugefügt. Das wurde abgebrochen oder hat zu lange gedauert.",
    notAdded: "Der Passkey konnte nicht hinzugefügt werden. Bitte versuche es noch einmal.",
    rename: "Umbenennen",
    renameNamed: "{name} umbenennen",
    nameMissing: "Gib einen Namen ein, zum Beispiel „Laptop“",
    renamed: "Passkey umbenannt",
    notRenamed: "Der Passkey konnte nicht umbenannt werden. Bitte versuche es noch einmal.",
    removeText: "Du kannst dich dann nicht mehr damit anmelden. Lösche ihn danach auch auf deinem Gerät.",
    removed: "Passkey entfernt",
    notRemoved: "Der Passkey konnte nicht entfernt werden. Bitte versuche es noch einmal.",
    refused: "Dieser Passkey gilt hier nicht. Vielleicht wurde er aus seinem Konto entfernt.",
    tooLate: "Das hat zu lange gedauert. Bitte versuche es noch einmal.",
    alreadyAdded: "Auf diesem Gerät ist schon ein Passkey für dein Konto.",
    tooMany: "Du hast zehn Passkeys. Entferne zuerst einen.",
    noLock: "Auf diesem Gerät geht kein Passkey. Dazu braucht es eine Displaysperre, etwa mit PIN oder Fingerabdruck.",
  },
} satisfies Pick<Catalog, "passkeys">;
