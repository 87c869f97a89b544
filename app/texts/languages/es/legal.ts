import type { Catalog } from "../../catalog.ts";

export const legal = {
  privacy: {
    title: "Privacidad",
    description: "Qué guarda {site} sobre sus lectores y qué no.",
    lead: "Aquí puedes leerlo todo sin decirnos quién eres. Esta página enumera lo que se guarda.",
    inShort: "En resumen",
    noCookies: "Leer no deja ninguna cookie.",
    noCompanies:
      "No hay publicidad, ni fuentes, scripts o imágenes de otras empresas. Las páginas se cargan solo desde este sitio y nadie más se entera de que has estado aquí.",
    withoutName: "Los «me gusta» y las visitas se guardan sin tu nombre.",
    countsItself: "Este sitio cuenta él mismo sus visitas, salvo que tu navegador pida que no se le siga.",
    onlyAccounts: "Solo una cuenta contiene tu nombre y tu correo. Puedes descargarla y eliminarla tú mismo.",
    inBrowser: "En tu navegador",
    inBrowserLead: "Tu navegador guarda esto en su almacenamiento local, hasta que lo borres en sus ajustes:",
    sessionNumber:
      "Un número de sesión aleatorio, con la hora en que empezó y en que se usó por última vez. Tras una media hora sin actividad se crea otro.",
    choices: "Si elegiste claro u oscuro, cuadrícula o lista, y si las fuentes ya se cargaron antes.",
    sessionKeys:
      "Si inicias sesión: las claves de tu sesión, con tu nombre, tu correo y tu rol. Al cerrar la sesión se eliminan.",
    unsent: "Si escribes un comentario y no lo envías: su texto, para que no se pierda.",
    cookies:
      "Si eliges claro u oscuro, o inicias sesión, se crea una cookie. Contiene la palabra «own», la misma para todos, y dice al servidor que tu navegador tiene su propio ajuste. Si inicias sesión, se crea una segunda cookie. Está firmada para tu cuenta, para que puedas volver a iniciar sesión desde aquí mientras otra persona prueba contraseñas.",
    likesAndViews: "«Me gusta» y visitas",
    likes: "«Me gusta».",
    likesText: "Guardamos el artículo, tu número de sesión, si aún te gusta y desde cuándo. Eso dura lo que dura el artículo.",
    views: "Visitas.",
    viewsText:
      "Guardamos que se abrió un artículo y cuándo. Durante media hora se guarda con ello tu número de sesión, para que volver a abrir el artículo cuente una vez; después se quita el número. No se guarda nada si tu navegador envía Do Not Track o Global Privacy Control, o si es un bot conocido.",
    neither: "Ninguno de los dos contiene tu nombre, tu dirección IP ni tu ubicación.",
    visits: "Estadísticas de visitas",
    visitsLead: "Para saber qué se lee y cómo se llega a ello, este sitio guarda de cada página de una visita:",
    visitPage: "la página, cuándo llegaste y te fuiste, cuánto tiempo y hasta dónde leíste;",
    visitSource: "el sitio o la campaña que te trajo, y lo que buscas en este sitio;",
    visitBrowser: "tu navegador, su versión, tu sistema y el tamaño de tu pantalla;",
    visitPlace: "tu país o ciudad, según una tabla en nuestro propio servidor;",
    visitAddress: "tu dirección IP sin su última parte, de modo que la comparten unos cientos de personas.",
    visitNumber:
      "Para esto no se crea ninguna cookie. Los visitantes se distinguen por un número hecho con la dirección y el navegador y un secreto que cambia cada día. El secreto y el número de sesión se eliminan a las 48 horas: después nadie, tampoco nosotros, puede saber quién era un visitante ni si volvió.",
    visitsKept:
      "Si tu navegador envía Do Not Track o Global Privacy Control, no se guarda nada de esto. Las visitas que parecen automáticas se apartan y se eliminan a los 30 días. Las visitas se eliminan a los dos años, salvo que el propietario de este sitio haya fijado otro plazo. Solo quedan totales por día y por mes.",
    withAccount: "Si tienes una cuenta",
    account: "Cuenta.",
    accountText:
      "Tu nombre, tu correo, tu contraseña como un hash del que no se puede recuperar, lo que escribes sobre ti, y cuándo te registraste e iniciaste sesión por última vez.",
    sessions: "Sesiones.",
    sessionsText:
      "De cada dispositivo en que tienes la sesión iniciada: su navegador tal como se identifica, su dirección IP, y cuándo se usó por primera y última vez. Se eliminan 30 días después de terminar.",
    comments: "Comentarios.",
    commentsText:
      "Lo que escribes, dónde y cuándo. Una vez publicado, todos pueden leerlo con tu nombre. Si denuncias un comentario, guardamos la denuncia y tu motivo.",
    emails: "Correos.",
    emailsText:
      "Lo que este sitio te envía, como confirmaciones y avisos de respuestas, se guarda 30 días. Las respuestas solo se avisan mientras quieras.",
    logs: "Registros del servidor y límites",
    serverLog:
      "El registro del servidor anota la hora, la dirección de la página sin los términos de búsqueda y si se respondió. No contiene ni tu nombre ni tu dirección IP.",
    limits:
      "Para frenar avalanchas de peticiones y adivinanzas de contraseñas, el servidor cuenta durante poco tiempo las peticiones por dirección IP.",
    activityLog:
      "Un registro de actividad anota lo que cambian los administradores y quién lo hizo. Contiene direcciones de correo y se guarda mientras exista el sitio. Los inicios de sesión, también los fallidos, y los cambios de contraseña y de correo permanecen en él 90 días, con la dirección IP sin su última parte y el tipo de navegador.",
    whoSees: "Quién puede verlo",
    whoSeesText:
      "Los administradores de este sitio y quienes llevan su servidor y su correo. No se vende ni se entrega a nadie, y ningún servicio de otra empresa mide ni guarda nada aquí.",
    yourData: "Tus datos",
    ifAccount: "Con una cuenta:",
    ifAccountText:
      "{name} abre {account} para descargar todo lo que se guarda sobre ti, cerrar sesiones en otros dispositivos o eliminar la cuenta.",
    yourAccount: "tu cuenta",
    deleting:
      "Al eliminarla desaparecen enseguida tu perfil, tus sesiones y tus correos. Tus comentarios se quedan sin tu nombre; elimínalos antes si quieres que desaparezcan.",
    ifNone: "Sin cuenta:",
    ifNoneText: "borra los datos de este sitio en los ajustes de tu navegador, y nada de aquí podrá relacionarse contigo.",
    otherSites: "Enlaces a otros sitios",
    otherSitesText:
      "Los botones para compartir son nuestros. Facebook, Twitter o LinkedIn solo saben de ti si pulsas uno. Cuando un artículo incluye un vídeo o música, mostramos una imagen fija nuestra; tu navegador solo carga el reproductor cuando pulsas su botón. A partir de ahí valen las reglas de ese sitio.",
    questions: "Preguntas",
    questionsText: "Escribe a {email}. Tu correo se guarda hasta que se responda.",
    kept: "Se guarda:",
    storageList: "{storage} enumera todo lo que este sitio puede guardar en tu navegador. Leer no deja ninguna cookie.",
    storage: "Cookies y almacenamiento",
    whoSeesShort: "Los administradores de este sitio y quienes llevan su servidor y su correo. No se vende.",
  },
  terms: {
    title: "Condiciones",
    description: "Las pocas reglas para leer y compartir {site}.",
    lead: "Unas pocas reglas sencillas. Al usar {site} las aceptas.",
    access: { heading: "Acceso", text: "Todo lo publicado aquí puede leerlo cualquiera, gratis y sin cuenta." },
    quotes: {
      heading: "Citas y enlaces",
      text: "Enlaza cualquier artículo. Cítalo con su título y un enlace. Los artículos pertenecen a sus autores: pregunta antes de publicar uno entero en otro lugar. Los canales se pueden leer en cualquier lector.",
    },
    likes: {
      heading: "«Me gusta»",
      text: "Cada lector puede dar un «me gusta» a cada artículo. Son cosa de personas. Podemos quitar los de los bots.",
    },
    accounts: {
      heading: "Cuentas",
      text: "Una cuenta es para una persona. No compartas su contraseña y da un correo en el que se te encuentre. Puedes eliminar la cuenta cuando quieras en {account}. Podemos cerrar las cuentas que se usen para spam o abusos.",
    },
    comments: {
      heading: "Comentarios",
      text: "Tus comentarios son tuyos. Al publicar uno, permites que este sitio lo muestre. Sé amable, no te salgas del tema y no publiques nada que infrinja la ley o los derechos de otros. Podemos retener, rechazar o quitar comentarios.",
    },
    articles: {
      heading: "Sobre los artículos",
      text: "Son reflexiones y experiencias, no consejo profesional. Para cuestiones de salud, derecho o dinero, habla con un profesional que conozca tu situación.",
    },
    promises: {
      heading: "Sin garantías",
      text: "Procuramos que los artículos sean correctos y que el sitio esté disponible, y corregimos los errores cuando los conocemos. No podemos garantizar ninguna de las dos cosas.",
    },
    changes: {
      heading: "Cambios",
      text: "Cuando estas reglas cambian, las nuevas se publican en esta página y valen desde entonces.",
    },
    contact: {
      heading: "Contacto",
      text: "Escribe a {email}. La página {privacy} dice qué se guarda sobre ti, quién puede verlo y cómo eliminarlo.",
    },
    accountLink: "su página",
    privacyLink: "Privacidad",
  },
  storage: {
    title: "Cookies y almacenamiento",
    description: "Cada cookie y cada clave que {site} puede guardar en tu navegador, y para qué sirve.",
    lead: "Todo lo que este sitio puede guardar en tu navegador. Nada se usa para publicidad, y ningún otro sitio puede leerlo.",
    everyone: "En el navegador de cada lector",
    signedIn: "Si inicias sesión",
    admins: "Si eres administrador",
    kept: "Se guarda:",
    cookie: "cookie",
    localStorage: "almacenamiento local",
    sessionStorage: "almacenamiento de sesión",
    remove: "Puedes quitarlo todo en los ajustes de tu navegador. La página {privacy} dice qué guarda el servidor.",
    privacy: "Privacidad",
  },
  data: {
    days: { one: "un día", many: "{count} días", other: "{count} días" },
    months: { one: "un mes", many: "{count} meses", other: "{count} meses" },
    hours: { one: "una hora", many: "{count} horas", other: "{count} horas" },
    accounts: {
      title: "Cuentas",
      open: "Cualquiera puede registrarse.",
      openToComment: "Cualquiera puede registrarse, para escribir comentarios.",
      closed: "Solo tienen cuenta las personas invitadas. Ahora mismo nadie puede registrarse.",
      name: "Nombre, correo y lo que las personas escriben sobre sí mismas",
      page: "De los autores, a la vista de todos en su página: una imagen, enlaces y sus artículos",
      password: "La contraseña, como un hash del que no se puede recuperar",
      steps:
        "Con verificación en dos pasos: los nombres de las aplicaciones, sus secretos cifrados y los códigos de recuperación como hashes",
      passkeys: "Con llaves de acceso: sus nombres, sus claves públicas y cuándo se añadieron y se usaron por última vez",
      handIns:
        "De quienes escriben para el sitio: qué borradores entregaron a la redacción, cuándo y con qué nota, hasta que esta decida",
      times: "Cuándo se registraron e iniciaron sesión por última vez",
      kept: "Hasta que se elimine la cuenta, cosa que cada cual puede hacer.",
      pending: "Un registro que nunca se confirma se elimina tras {days}.",
    },
    sessions: {
      title: "Inicios de sesión",
      purpose: "Para que la sesión siga abierta y se pueda cerrar en un dispositivo perdido.",
      stored: "El navegador tal como se identifica, la dirección IP, y cuándo se usó la sesión por primera y última vez",
      seen: "Los tipos de navegador y sistema, y las redes, sin la última parte de la dirección IP, para avisar de navegadores nuevos: hasta {seen} después del último inicio de sesión",
      kept: "Una sesión termina tras {idle} sin uso, y como muy tarde tras {most}. Se elimina {ended} después.",
    },
    comments: {
      title: "Comentarios",
      moderated: "Para publicar lo que dicen los lectores. Un administrador lee antes cada comentario.",
      open: "Para publicar lo que dicen los lectores. Los comentarios aparecen enseguida.",
      stored: "Lo que se escribió, dónde, cuándo y quién; los lectores lo ven con el nombre",
      guests:
        "De quienes comentan o siguen comentarios sin cuenta: nombre y correo electrónico, que los demás nunca ven, hasta que todo se borra en {page}. Los comentarios que nadie confirma por correo se borran a los {days}, y las direcciones sin comentarios, sin artículos seguidos y sin bloqueo, a los {idle}",
      reports: "Las denuncias de comentarios, con sus motivos",
      followed: "Quién recibe correos sobre los comentarios nuevos de un artículo, y desde cuándo",
      kept: "Hasta que se eliminen. Los comentarios eliminados pasan {days} en una papelera. Sin la cuenta, se quedan sin el nombre.",
    },
    likes: {
      title: "«Me gusta»",
      purpose: "Para contarlos, y para que cada cual pueda retirar el suyo.",
      stored: "El artículo o comentario, el número aleatorio del navegador, si aún le gusta y desde cuándo",
      kept: "Tanto como el artículo o comentario",
    },
    views: {
      title: "Visitas a artículos",
      purpose: "Para mostrar cuántas veces se abrió un artículo.",
      stored: "El artículo, cuándo se abrió, y el número aleatorio del navegador, para que volver a abrirlo cuente una vez",
      kept: {
        one: "El número, {count} minuto; el resto, tanto como el artículo. Nada con Do Not Track o Global Privacy Control.",
        many: "El número, {count} minutos; el resto, tanto como el artículo. Nada con Do Not Track o Global Privacy Control.",
        other: "El número, {count} minutos; el resto, tanto como el artículo. Nada con Do Not Track o Global Privacy Control.",
      },
    },
    visits: {
      title: "Visitas",
      purpose:
        "Para saber qué se lee y cómo se llega a ello. El sitio cuenta las visitas él mismo, sin servicios de otras empresas.",
      page: "La página, cuándo llegaste y te fuiste, cuánto tiempo y hasta dónde leíste",
      source: "El sitio o la campaña que te trajo, y lo que buscas en este sitio",
      browser: "El navegador, su versión, el sistema y el tamaño de la pantalla",
      address: "La dirección IP sin su última parte",
      placeAsked: "La ubicación de la dirección IP. Para encontrarla, la dirección se envía a {places}.",
      place: "La ubicación de la dirección IP, según una tabla en este servidor. Para eso, la dirección no se envía a nadie.",
      number: "Un número hecho con la dirección y el navegador y un secreto que cambia cada día",
      kept: "El secreto y el número de sesión, {hours}; las visitas, {months}; las que parecen automáticas, {days}; después, solo totales por día y por mes. Nada con Do Not Track o Global Privacy Control.",
    },
    emails: {
      title: "Correos",
      purpose: "Para confirmar direcciones de correo y cambios.",
      purposeReplies: "Para confirmar direcciones de correo y cambios, y para avisarte de respuestas mientras quieras.",
      byHand: "Este sitio no tiene servidor de correo. Sus correos esperan a un administrador, que pasa los enlaces y códigos.",
      stored: "El destinatario, el texto y si se envió; después se quitan enlaces y códigos",
    },
    newsletter: {
      title: "Boletín",
      purpose: "Para enviar los artículos nuevos a quienes los han pedido.",
      address: "La dirección de correo, y con qué frecuencia, sobre qué y en qué idioma se quieren los correos",
      consent: "Qué se aceptó, cuándo y en qué página, y la dirección IP sin su última parte",
      sending: "Qué correos se enviaron y si llegaron; no si se abrieron",
      kept: "Hasta que quien se suscribió lo borre con el enlace de cada correo. Después de una baja, la dirección se conserva para no volver a enviarle nada. Una suscripción sin confirmar se borra al cabo de {days}.",
    },
    pictures: {
      title: "Imágenes",
      purpose: "Para mostrar las imágenes de los artículos.",
      here: "Las imágenes que suben los autores, en este servidor",
      elsewhere:
        "Las imágenes que suben los autores, en {host}. Tu navegador las recibe de este sitio y nunca pregunta a {host}.",
      kept: "Hasta que se eliminen",
    },
    backups: {
      title: "Copias de seguridad",
      purpose: "Para recuperar el sitio tras un fallo.",
      here: "Todo lo enumerado aquí, en este servidor o donde lo lleven quienes lo gestionan",
      elsewhere: "Todo lo enumerado aquí, en {host}",
      kept: "De las copias programadas, la más reciente de cada uno de {days} días, {weeks} semanas y {months} meses. Los datos eliminados siguen en ellas hasta entonces.",
    },
    logs: {
      title: "Registros y límites",
      purpose:
        "Para mantener el sitio en marcha, frenar avalanchas de peticiones y adivinanzas de contraseñas, y ver quién cambió qué.",
      server: "El registro del servidor: hora, página sin términos de búsqueda y si se respondió; ni nombre ni dirección IP",
      requests: "El número de peticiones por dirección IP, durante poco tiempo",
      changes: "Lo que cambian los administradores, con su correo",
      signIns: "Los inicios de sesión, también los fallidos, con la dirección IP sin su última parte y el tipo de navegador",
      kept: "Lo que cambian los administradores, mientras exista el sitio; los inicios de sesión, {days}",
    },
  },
  keys: {
    kept: {
      untilCleared: "Hasta que borres los datos de este sitio",
      untilSent: "Hasta que se envíe o se guarde",
      yearChosen: "Un año desde que elegiste un tema o iniciaste sesión",
      minutes: { one: "{count} minuto", many: "{count} minutos", other: "{count} minutos" },
      yearSignedIn: "Un año desde que iniciaste sesión",
      yearConfirmed: "Un año después de confirmar un comentario",
      replaced: {
        one: "Se sustituye tras {count} minuto sin actividad",
        many: "Se sustituye tras {count} minutos sin actividad",
        other: "Se sustituye tras {count} minutos sin actividad",
      },
      not: "Se quita enseguida",
      tab: "Hasta que se cierre la pestaña",
      plays: "Hasta que suene o se cierre la pestaña",
      signOut: "Hasta que cierres sesión",
    },
    purposes: {
      look: "Dice al servidor que elegiste un tema o iniciaste sesión, para que las páginas no parpadeen. Su valor es el mismo para todos.",
      sitePass: "Te deja ver el sitio mientras está cerrado por mantenimiento. Con https, su nombre empieza por __Host-.",
      knownBrowser:
        "Te deja iniciar sesión desde aquí, también mientras otra persona prueba contraseñas. Con https, su nombre empieza por __Host-.",
      guest:
        "Te permite comentar sin cuenta y cambiar tus comentarios, después de confirmar uno por correo. En https, su nombre empieza por __Host-.",
      theme: "Tu elección de claro, oscuro o automático.",
      readerSession: "Un número aleatorio, para que puedas retirar un «me gusta» y un artículo que abres dos veces cuente una.",
      readerSessionProbe: "Comprueba si tu navegador permite el almacenamiento.",
      fonts: "Si las fuentes ya se cargaron antes, para que el texto no cambie mientras lees.",
      listingView: "Si ves los artículos en cuadrícula o en lista.",
      announcement: "Qué anuncio cerraste.",
      reactRouterScrollPositions: "Hasta dónde te habías desplazado en cada página, para que volver lleve al mismo lugar.",
      play: "El vídeo o la música que pediste reproducir, mientras la página se recarga.",
      session: "Las claves que mantienen tu sesión, con tu nombre, tu correo y tu rol.",
      comment: "Un comentario que has empezado.",
      maintenancePassed:
        "Cuándo abrió esta pestaña el sitio por última vez durante el mantenimiento, para que no se recargue sin fin.",
      copy: "Una copia de lo que escribes, para que no se pierda nada.",
      copies: "Las mismas copias, en un lugar que sobrevive a un fallo.",
      density: "La altura de las filas de las tablas.",
      sidebar: "Si la barra lateral está plegada.",
      filters: "Los filtros que has guardado para las listas.",
      editor: "Qué partes del editor están abiertas.",
      focusMode: "Si el editor está en modo de concentración.",
      wordGoal: "Tu objetivo de palabras para un artículo.",
    },
  },
} satisfies Partial<Catalog>;
