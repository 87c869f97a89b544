import type { Catalog } from "../../catalog.ts";

export const legal = {
  privacy: {
    title: "Privacy",
    description: "Che cosa {site} salva sui suoi lettori e che cosa no.",
    lead: "Qui puoi leggere tutto senza dirci chi sei. Questa pagina elenca ciò che viene salvato.",
    inShort: "In breve",
    noCookies: "La lettura non imposta alcun cookie.",
    noCompanies:
      "Non c’è pubblicità, né ci sono caratteri, script o immagini di altre aziende. Le pagine si caricano solo da questo sito, e nessun altro viene a sapere che sei stato qui.",
    withoutName: "I «mi piace» e le visualizzazioni sono salvati senza il tuo nome.",
    countsItself: "Questo sito conta da sé le sue visite, a meno che il tuo browser chieda di non essere seguito.",
    onlyAccounts: "Solo un account contiene il tuo nome e la tua e-mail. Puoi scaricarlo ed eliminarlo da solo.",
    inBrowser: "Nel tuo browser",
    inBrowserLead: "Il tuo browser conserva questo nella sua memoria locale, finché non lo cancelli nelle sue impostazioni:",
    sessionNumber:
      "Un numero di sessione casuale, con l’ora in cui è iniziato ed è stato usato l’ultima volta. Dopo circa mezz’ora senza attività ne viene creato uno nuovo.",
    choices: "La tua scelta di chiaro o scuro, di griglia o elenco, e se i caratteri sono già stati caricati.",
    sessionKeys: "Se accedi: le chiavi della tua sessione, con nome, e-mail e ruolo. Quando esci vengono rimosse.",
    unsent: "Se scrivi un commento e non lo invii: il suo testo, perché non vada perso.",
    cookies:
      "Se scegli chiaro o scuro, o accedi, viene impostato un cookie. Contiene la parola «own», uguale per tutti, e dice al server che il tuo browser ha un’impostazione propria. Se accedi, viene impostato un secondo cookie. È firmato per il tuo account, così puoi accedere di nuovo da qui mentre qualcun altro prova delle password.",
    likesAndViews: "«Mi piace» e visualizzazioni",
    likes: "«Mi piace».",
    likesText: "Salviamo l’articolo, il tuo numero di sessione, se ti piace ancora e da quando. Resta finché resta l’articolo.",
    views: "Visualizzazioni.",
    viewsText:
      "Salviamo che un articolo è stato aperto e quando. Per mezz’ora resta con esso il tuo numero di sessione, così riaprire l’articolo conta una volta sola; poi il numero viene rimosso. Non viene salvato nulla se il tuo browser invia Do Not Track o Global Privacy Control, o è un bot noto.",
    neither: "Nessuno dei due contiene il tuo nome, il tuo indirizzo IP o la tua posizione.",
    visits: "Statistiche delle visite",
    visitsLead: "Per sapere che cosa viene letto e come ci si arriva, questo sito salva per ogni pagina di una visita:",
    visitPage: "la pagina, quando sei arrivato e andato via, per quanto tempo e fin dove hai letto;",
    visitSource: "il sito o la campagna che ti ha portato, e che cosa cerchi in questo sito;",
    visitBrowser: "il tuo browser, la sua versione, il tuo sistema e la dimensione dello schermo;",
    visitPlace: "il tuo Paese o la tua città, cercati in una tabella sul nostro server;",
    visitAddress: "il tuo indirizzo IP senza l’ultima parte, così che qualche centinaio di persone lo condivide.",
    visitNumber:
      "Per questo non viene impostato alcun cookie. I visitatori si distinguono per un numero ricavato da indirizzo e browser con un segreto che cambia ogni giorno. Il segreto e il numero di sessione vengono eliminati dopo 48 ore: dopo, nessuno, nemmeno noi, può sapere chi fosse un visitatore o se sia tornato.",
    visitsKept:
      "Se il tuo browser invia Do Not Track o Global Privacy Control, nulla di tutto ciò viene salvato. Le visite che sembrano automatiche vengono messe da parte ed eliminate dopo 30 giorni. Le visite vengono eliminate dopo due anni, a meno che il proprietario di questo sito abbia fissato un altro termine. Restano solo totali per giorno e per mese.",
    withAccount: "Se hai un account",
    account: "Account.",
    accountText:
      "Il tuo nome, la tua e-mail, la tua password come hash da cui non si può ricavare, ciò che scrivi su di te, e quando ti sei registrato e hai effettuato l’ultimo accesso.",
    sessions: "Sessioni.",
    sessionsText:
      "Per ogni dispositivo con cui hai effettuato l’accesso: il browser come si identifica, l’indirizzo IP, e quando è stato usato la prima e l’ultima volta. Vengono eliminate 30 giorni dopo la fine.",
    comments: "Commenti.",
    commentsText:
      "Ciò che scrivi, dove e quando. Una volta pubblicato, tutti possono leggerlo con il tuo nome. Se segnali un commento, conserviamo la segnalazione e il tuo motivo.",
    emails: "E-mail.",
    emailsText:
      "Ciò che questo sito ti invia, come conferme e avvisi di risposte, viene conservato per 30 giorni. Gli avvisi di risposte arrivano solo finché li vuoi.",
    logs: "Registri del server e limiti",
    serverLog:
      "Il registro del server annota l’ora, l’indirizzo della pagina senza i termini di ricerca, e se c’è stata risposta. Non contiene né il tuo nome né il tuo indirizzo IP.",
    limits:
      "Per fermare valanghe di richieste e tentativi di indovinare password, il server conta per poco tempo le richieste per indirizzo IP.",
    activityLog:
      "Un registro delle attività annota ciò che gli amministratori cambiano e chi l’ha fatto. Contiene indirizzi e-mail e viene conservato finché esiste il sito. Gli accessi, anche falliti, e i cambi di password e di e-mail vi restano 90 giorni, con l’indirizzo IP senza l’ultima parte e il tipo di browser.",
    whoSees: "Chi può vederlo",
    whoSeesText:
      "Gli amministratori di questo sito e chi ne gestisce il server e la posta. Nulla viene venduto o ceduto ad altri, e nessun servizio di altre aziende misura o salva qualcosa qui.",
    yourData: "I tuoi dati",
    ifAccount: "Con un account:",
    ifAccountText:
      "{name} apri {account} per scaricare tutto ciò che è salvato su di te, chiudere sessioni su altri dispositivi o eliminare l’account.",
    yourAccount: "il tuo account",
    deleting:
      "L’eliminazione porta via subito profilo, sessioni ed e-mail. I tuoi commenti restano senza il tuo nome; eliminali prima se vuoi che spariscano.",
    ifNone: "Senza account:",
    ifNoneText: "cancella i dati di questo sito nelle impostazioni del tuo browser, e nulla qui potrà più essere collegato a te.",
    otherSites: "Link ad altri siti",
    otherSitesText:
      "I pulsanti di condivisione sono nostri. Facebook, Twitter o LinkedIn sanno di te solo quando ne premi uno. Dove un articolo incorpora un video o della musica, mostriamo un’immagine fissa nostra; il tuo browser carica il lettore solo quando premi il suo pulsante. Da lì in poi valgono le regole di quel sito.",
    questions: "Domande",
    questionsText: "Scrivi a {email}. La tua e-mail viene conservata finché non ha avuto risposta.",
    kept: "Conservato:",
    storageList: "{storage} elenca tutto ciò che questo sito può tenere nel tuo browser. La lettura non imposta alcun cookie.",
    storage: "Cookie e memoria",
    whoSeesShort: "Gli amministratori di questo sito e chi ne gestisce il server e la posta. Nulla viene venduto.",
  },
  terms: {
    title: "Condizioni",
    description: "Le poche regole per leggere e condividere {site}.",
    lead: "Poche regole semplici. Usando {site} le accetti.",
    access: { heading: "Accesso", text: "Tutto ciò che è pubblicato qui può essere letto gratis, da chiunque, senza account." },
    quotes: {
      heading: "Citazioni e link",
      text: "Linka qualsiasi articolo. Citalo con il titolo e un link. Gli articoli appartengono ai loro autori: chiedi prima di pubblicarne uno per intero altrove. I feed si leggono con qualsiasi lettore di feed.",
    },
    likes: {
      heading: "«Mi piace»",
      text: "Ogni lettore può mettere un «mi piace» a un articolo una volta. Sono per le persone. Possiamo togliere quelli dei bot.",
    },
    accounts: {
      heading: "Account",
      text: "Un account è per una sola persona. Tieni per te la password e indica un’e-mail a cui sei raggiungibile. Puoi eliminare l’account in ogni momento nella {account}. Possiamo chiudere gli account usati per spam o abusi.",
    },
    comments: {
      heading: "Commenti",
      text: "I tuoi commenti sono tuoi. Pubblicandone uno, permetti a questo sito di mostrarlo. Sii gentile, resta in tema e non pubblicare nulla che violi la legge o i diritti altrui. Possiamo trattenere, rifiutare o rimuovere commenti.",
    },
    articles: {
      heading: "Sugli articoli",
      text: "Sono riflessioni ed esperienze, non consulenza professionale. Per questioni di salute, diritto o denaro parla con un professionista che conosca la tua situazione.",
    },
    promises: {
      heading: "Nessuna garanzia",
      text: "Cerchiamo di tenere gli articoli corretti e il sito raggiungibile, e correggiamo gli errori quando ne veniamo a conoscenza. Non possiamo garantire né l’uno né l’altro.",
    },
    changes: {
      heading: "Modifiche",
      text: "Quando queste regole cambiano, le nuove vengono pubblicate in questa pagina e valgono da allora.",
    },
    contact: {
      heading: "Contatti",
      text: "Scrivi a {email}. La pagina {privacy} dice che cosa è salvato su di te, chi può vederlo e come eliminarlo.",
    },
    accountLink: "sua pagina",
    privacyLink: "Privacy",
  },
  storage: {
    title: "Cookie e memoria",
    description: "Ogni cookie e ogni chiave che {site} può tenere nel tuo browser, e a che cosa serve.",
    lead: "Tutto ciò che questo sito può tenere nel tuo browser. Nulla serve alla pubblicità, e nessun altro sito può leggerlo.",
    everyone: "Nel browser di ogni lettore",
    signedIn: "Se accedi",
    admins: "Se sei un amministratore",
    kept: "Conservato:",
    cookie: "cookie",
    localStorage: "memoria locale",
    sessionStorage: "memoria di sessione",
    remove: "Puoi rimuovere tutto nelle impostazioni del tuo browser. La pagina {privacy} dice che cosa conserva il server.",
    privacy: "Privacy",
  },
  data: {
    days: { one: "un giorno", many: "{count} giorni", other: "{count} giorni" },
    months: { one: "un mese", many: "{count} mesi", other: "{count} mesi" },
    hours: { one: "un’ora", many: "{count} ore", other: "{count} ore" },
    accounts: {
      title: "Account",
      open: "Chiunque può registrarsi.",
      openToComment: "Chiunque può registrarsi, per scrivere commenti.",
      closed: "Solo chi è stato invitato ha un account. Al momento nessuno può registrarsi.",
      name: "Nome, e-mail e ciò che le persone scrivono su di sé",
      page: "Degli autori, visibili a tutti nella loro pagina: un’immagine, dei link e i loro articoli",
      password: "La password, come hash da cui non si può ricavare",
      steps: "Con l’accesso in due passaggi: i nomi delle app, i loro segreti cifrati e i codici di recupero come hash",
      passkeys: "Con le passkey: i loro nomi, le chiavi pubbliche e quando sono state aggiunte e usate l’ultima volta",
      handIns:
        "Di chi scrive per il sito: quali bozze ha consegnato alla redazione, quando e con quale nota, fino alla decisione",
      times: "Quando si sono registrate e hanno effettuato l’ultimo accesso",
      kept: "Finché l’account non viene eliminato, cosa che ognuno può fare da sé.",
      pending: "Una registrazione mai confermata viene eliminata dopo {days}.",
    },
    sessions: {
      title: "Accessi",
      purpose: "Perché si resti connessi e si possa disconnettere un dispositivo perso.",
      stored: "Il browser come si identifica, l’indirizzo IP, e quando l’accesso è stato usato la prima e l’ultima volta",
      seen: "I tipi di browser e di sistema, e le reti, senza l’ultima parte dell’indirizzo IP, per segnalare i browser nuovi: fino a {seen} dopo l’ultimo accesso",
      kept: "Un accesso termina dopo {idle} senza uso, e al più tardi dopo {most}. Viene eliminato {ended} dopo.",
    },
    comments: {
      title: "Commenti",
      moderated: "Per pubblicare ciò che dicono i lettori. Un amministratore legge prima ogni commento.",
      open: "Per pubblicare ciò che dicono i lettori. I commenti appaiono subito.",
      stored: "Che cosa è stato scritto, dove, quando e da chi; i lettori lo vedono con il nome",
      guests:
        "Di chi commenta o segue i commenti senza account: nome e indirizzo email, che gli altri non vedono mai, finché tutto non viene eliminato a {page}. I commenti che nessuno conferma per email vengono eliminati dopo {days}, e gli indirizzi senza commenti, senza articoli seguiti e senza blocco dopo {idle}",
      reports: "Le segnalazioni di commenti, con i loro motivi",
      followed: "Chi riceve e-mail sui nuovi commenti di un articolo, e da quando",
      kept: "Finché non vengono eliminati. I commenti eliminati restano nel cestino per {days}. Senza l’account restano senza il nome.",
    },
    likes: {
      title: "«Mi piace»",
      purpose: "Per contarli, e perché ognuno possa togliere il suo.",
      stored: "L’articolo o il commento, il numero casuale del browser, se gli piace ancora e da quando",
      kept: "Finché resta l’articolo o il commento",
    },
    views: {
      title: "Visualizzazioni",
      purpose: "Per mostrare quante volte un articolo è stato aperto.",
      stored: "L’articolo, quando è stato aperto, e il numero casuale del browser, così riaprirlo conta una volta sola",
      kept: {
        one: "Il numero per {count} minuto, il resto finché resta l’articolo. Nulla con Do Not Track o Global Privacy Control.",
        many: "Il numero per {count} minuti, il resto finché resta l’articolo. Nulla con Do Not Track o Global Privacy Control.",
        other: "Il numero per {count} minuti, il resto finché resta l’articolo. Nulla con Do Not Track o Global Privacy Control.",
      },
    },
    visits: {
      title: "Visite",
      purpose:
        "Per sapere che cosa viene letto e come ci si arriva. Il sito conta da sé le visite, senza servizi di altre aziende.",
      page: "La pagina, quando sei arrivato e andato via, per quanto tempo e fin dove hai letto",
      source: "Il sito o la campagna che ti ha portato, e che cosa cerchi in questo sito",
      browser: "Il browser, la sua versione, il sistema e la dimensione dello schermo",
      address: "L’indirizzo IP senza l’ultima parte",
      placeAsked: "Il luogo dell’indirizzo IP. Per trovarlo, l’indirizzo viene inviato a {places}.",
      place:
        "Il luogo dell’indirizzo IP, cercato in una tabella su questo server. Per questo l’indirizzo non viene inviato a nessuno.",
      number: "Un numero ricavato da indirizzo e browser con un segreto che cambia ogni giorno",
      kept: "Il segreto e il numero di sessione per {hours}, le visite per {months}, quelle che sembrano automatiche per {days}; poi solo totali per giorno e per mese. Nulla con Do Not Track o Global Privacy Control.",
    },
    emails: {
      title: "E-mail",
      purpose: "Per confermare indirizzi e-mail e modifiche.",
      purposeReplies: "Per confermare indirizzi e-mail e modifiche, e per avvisarti delle risposte finché lo vuoi.",
      byHand: "Questo sito non ha un server di posta. Le sue e-mail aspettano un amministratore, che passa link e codici.",
      stored: "Il destinatario, il testo e se è stata inviata; poi link e codici vengono rimossi",
    },
    newsletter: {
      title: "Newsletter",
      purpose: "Per inviare i nuovi articoli a chi li ha chiesti.",
      address: "L’indirizzo e-mail, e con quale frequenza, su quali temi e in quale lingua si vogliono le e-mail",
      consent: "Che cosa è stato accettato, quando e su quale pagina, e l’indirizzo IP senza l’ultima parte",
      sending: "Quali e-mail sono state inviate e se sono arrivate; non se sono state aperte",
      kept: "Finché chi è iscritto non li elimina, con un link in ogni e-mail. Dopo la disiscrizione l’indirizzo viene conservato, perché non gli venga più inviato nulla. Un’iscrizione non confermata viene eliminata dopo {days}.",
    },
    pictures: {
      title: "Immagini",
      purpose: "Per mostrare le immagini degli articoli.",
      here: "Le immagini caricate dagli autori, su questo server",
      elsewhere:
        "Le immagini caricate dagli autori, presso {host}. Il tuo browser le riceve da questo sito e non interroga mai {host}.",
      kept: "Finché non vengono eliminate",
    },
    backups: {
      title: "Backup",
      purpose: "Per riportare il sito dopo un guasto.",
      here: "Tutto ciò che è elencato qui, su questo server o dove lo porta chi lo gestisce",
      elsewhere: "Tutto ciò che è elencato qui, presso {host}",
      kept: "Dei backup programmati, il più recente di ciascuno di {days} giorni, {weeks} settimane e {months} mesi. Fino ad allora vi restano i dati eliminati.",
    },
    logs: {
      title: "Registri e limiti",
      purpose:
        "Per far funzionare il sito, fermare valanghe di richieste e tentativi di indovinare password, e vedere chi ha cambiato che cosa.",
      server: "Il registro del server: ora, pagina senza termini di ricerca, e se c’è stata risposta; né nome né indirizzo IP",
      requests: "Il numero di richieste per indirizzo IP, per poco tempo",
      changes: "Ciò che gli amministratori cambiano, con la loro e-mail",
      signIns: "Gli accessi, anche falliti, con l’indirizzo IP senza l’ultima parte e il tipo di browser",
      kept: "Ciò che gli amministratori cambiano, finché esiste il sito; gli accessi per {days}",
    },
  },
  keys: {
    kept: {
      untilCleared: "Finché non cancelli i dati di questo sito",
      untilSent: "Finché non viene inviato o salvato",
      yearChosen: "Un anno da quando hai scelto un tema o hai effettuato l’accesso",
      minutes: { one: "{count} minuto", many: "{count} minuti", other: "{count} minuti" },
      yearSignedIn: "Un anno da quando hai effettuato l’accesso",
      yearConfirmed: "Un anno dopo la conferma di un commento",
      replaced: {
        one: "Sostituito dopo {count} minuto senza attività",
        many: "Sostituito dopo {count} minuti senza attività",
        other: "Sostituito dopo {count} minuti senza attività",
      },
      not: "Rimosso subito",
      tab: "Finché la scheda non viene chiusa",
      plays: "Finché non parte o la scheda non viene chiusa",
      signOut: "Finché non esci",
    },
    purposes: {
      look: "Dice al server che hai scelto un tema o hai effettuato l’accesso, così le pagine non lampeggiano. Il valore è lo stesso per tutti.",
      sitePass: "Ti fa vedere il sito mentre è chiuso per manutenzione. Con https il nome comincia con __Host-.",
      knownBrowser:
        "Ti fa accedere da qui, anche mentre qualcun altro prova delle password. Con https il nome comincia con __Host-.",
      guest:
        "Ti permette di commentare senza account e di modificare i tuoi commenti, dopo averne confermato uno per email. Su https il nome inizia con __Host-.",
      theme: "La tua scelta di chiaro, scuro o automatico.",
      readerSession: "Un numero casuale, così puoi togliere un «mi piace» e un articolo aperto due volte conta una.",
      readerSessionProbe: "Verifica se il tuo browser permette la memoria.",
      fonts: "Se i caratteri sono già stati caricati, così il testo non cambia mentre leggi.",
      listingView: "Se vedi gli articoli a griglia o a elenco.",
      announcement: "Quale avviso hai chiuso.",
      reactRouterScrollPositions: "Fin dove avevi fatto scorrere ogni pagina, così tornando ti ritrovi nello stesso punto.",
      play: "Il video o la musica che hai chiesto, mentre la pagina si ricarica.",
      session: "Le chiavi che mantengono l’accesso, con nome, e-mail e ruolo.",
      comment: "Un commento che hai cominciato.",
      maintenancePassed:
        "Quando questa scheda ha aperto il sito l’ultima volta durante la manutenzione, così non si ricarica all’infinito.",
      copy: "Una copia di ciò che stai scrivendo, perché nulla vada perso.",
      copies: "Le stesse copie, in un luogo che sopravvive a un guasto.",
      density: "L’altezza delle righe delle tabelle.",
      sidebar: "Se la barra laterale è ripiegata.",
      filters: "I filtri che hai salvato per gli elenchi.",
      editor: "Quali parti dell’editor sono aperte.",
      focusMode: "Se l’editor è in modalità concentrazione.",
      wordGoal: "Il tuo obiettivo di parole per un articolo.",
    },
  },
} satisfies Partial<Catalog>;
