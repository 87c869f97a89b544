import type { Catalog } from "../../catalog.ts";

export const newsletter = {
  newsletter: {
    title: "Boletín",
    lead: "Los artículos nuevos en tu correo: cada uno en cuanto sale, o un solo mensaje a la semana. Puedes darte de baja con un clic.",
    leadWithoutDigest: "Los artículos nuevos en tu correo en cuanto salen. Puedes darte de baja con un clic.",
    description: "Recibe por correo los artículos nuevos de {site}.",
    consent: "Quiero recibir por correo los artículos nuevos de {site}. Puedo darme de baja cuando quiera.",
    email: "Tu dirección de correo",
    subscribe: "Suscribirse al boletín",
    subscribing: "Suscribiendo...",
    trap: "Deja esto vacío",
    sent: "Mira tu bandeja de entrada. Si {email} aún no está suscrita, hay un enlace de confirmación en camino. Sirve durante {days} días.",
    wrongEmail: "Escribe una dirección de correo como name@example.com.",
    tooMany: "Demasiados intentos. Espera un rato e inténtalo de nuevo.",
    failed: "No ha funcionado. Inténtalo de nuevo.",
    frequency: "Con qué frecuencia",
    post: "Cada artículo en cuanto sale",
    weekly: "Un correo a la semana con lo nuevo",
    noWeekly: "Elegiste un correo a la semana. Por ahora no se envía ninguno. En su lugar, puedes recibir cada artículo.",
    categories: "Sobre qué",
    all: "Todas las categorías",
    some: "Solo estas categorías",
    language: "Idioma",
    save: "Guardar preferencias",
    saved: "Tus preferencias se han guardado.",
    notSaved: "No se han podido guardar tus preferencias. Inténtalo de nuevo.",
    noCategory: "Elige al menos una categoría.",
    unsubscribe: "Darse de baja",
  },
  newsletterLinks: {
    again: {
      title: "Un clic más",
      text: "Pulsa el botón y enviaremos un enlace de confirmación a {email}.",
    },
    sent: {
      title: "Mira tu bandeja de entrada",
    },
    wrong: {
      title: "Eso no es una dirección de correo",
    },
    limited: {
      title: "Demasiados intentos",
    },
    confirm: {
      title: "Confirma tu suscripción",
      text: "¿Quieres recibir los artículos nuevos de {site} en {email}?",
      button: "Confirmar",
    },
    confirmed: {
      title: "Ya te has suscrito",
      text: "Los artículos nuevos de {site} llegarán a {email}.",
    },
    ended: {
      title: "Sin suscripción",
      text: "{email} no recibe artículos de {site}.",
    },
    leave: {
      title: "¿Darse de baja?",
      text: "{email} no recibirá más artículos de {site}.",
    },
    choices: {
      title: "Tu boletín",
      text: "Esto es lo que {email} recibe de {site}.",
    },
    erase: {
      title: "¿Borrarlo todo?",
      text: "Se borrarán la dirección {email}, sus preferencias y la constancia del consentimiento. No recibirá más artículos de {site}.",
      button: "Borrarlo todo",
    },
    erased: {
      title: "Todo está borrado",
      text: "El boletín ha olvidado tu dirección.",
    },
    unknown: {
      title: "Este enlace no funciona",
      text: "Puede que falte una parte, o que la suscripción se haya borrado. Ábrelo de nuevo desde el correo.",
    },
    choose: "Elegir lo que recibes",
    eraseLink: "Borrar todo sobre esta dirección",
    back: "Volver a tus preferencias",
    home: "Volver al inicio",
  },
} satisfies Pick<Catalog, "newsletter" | "newsletterLinks">;
