import type { Catalog } from "../../catalog.ts";

export const passkeys = {
  passkeys: {
    signIn: "Iniciar sesión con una llave de acceso",
    waiting: "Esperando tu llave de acceso…",
    notUsed:
      "No has iniciado sesión. La llave de acceso se canceló, tardó demasiado o no está en este dispositivo. Inténtalo de nuevo o usa tu contraseña.",
    notSignedIn: "No se pudo iniciar sesión con una llave de acceso. Inténtalo de nuevo o usa tu contraseña.",
    title: "Llaves de acceso",
    lead: "Inicia sesión con tu huella, tu cara o el bloqueo de pantalla, sin contraseña ni código.",
    none: "Todavía no tienes llaves de acceso.",
    notLoaded: "No se pudieron cargar tus llaves de acceso.",
    notHere: "No se pueden añadir llaves de acceso en este navegador o en esta dirección.",
    created: "Añadida: {date}",
    neverUsed: "Nunca usada",
    otherHost:
      "Solo funciona en {host}, donde estaba antes este sitio. Añade una nueva para iniciar sesión aquí. Tu contraseña sigue sirviendo.",
    add: "Añadir una llave de acceso",
    adding: "Añadiendo…",
    added: "Llave de acceso añadida",
    notMade: "No se añadió ninguna llave de acceso. Se canceló o tardó demasiado.",
    notAdded: "No se pudo añadir la llave de acceso. Inténtalo de nuevo.",
    rename: "Cambiar nombre",
    renameNamed: "Cambiar el nombre de {name}",
    nameMissing: "Escribe un nombre, por ejemplo «Portátil»",
    renamed: "Nombre cambiado",
    notRenamed: "No se pudo cambiar el nombre. Inténtalo de nuevo.",
    removeText: "Ya no servirá para iniciar sesión. Después, bórrala también en tu dispositivo.",
    removed: "Llave de acceso quitada",
    notRemoved: "No se pudo quitar la llave de acceso. Inténtalo de nuevo.",
    refused: "Esta llave de acceso no sirve aquí. Puede que se haya quitado de su cuenta.",
    tooLate: "Tardó demasiado. Inténtalo de nuevo.",
    alreadyAdded: "Este dispositivo ya tiene una llave de acceso para tu cuenta.",
    tooMany: "Tienes diez llaves de acceso. Quita una primero.",
    noLock: "Este dispositivo no puede crear llaves de acceso. Necesita un bloqueo de pantalla, como un PIN o una huella.",
  },
} satisfies Pick<Catalog, "passkeys">;
