import type { Catalog } from "../../catalog.ts";

export const legal = {
  privacy: {
    title: "Privacidade",
    description: "O que {site} guarda sobre seus leitores e o que não guarda.",
    lead: "Aqui você pode ler tudo sem nos dizer quem é. Esta página lista o que é guardado.",
    inShort: "Em resumo",
    noCookies: "Ler não cria nenhum cookie.",
    noCompanies:
      "Não há publicidade, nem fontes, scripts ou imagens de outras empresas. As páginas são carregadas só deste site, e ninguém mais fica sabendo que você esteve aqui.",
    withoutName: "Curtidas e visualizações são guardadas sem o seu nome.",
    countsItself: "Este site conta ele mesmo suas visitas, a não ser que seu navegador peça para não ser rastreado.",
    onlyAccounts: "Só uma conta contém seu nome e seu e-mail. Você mesmo pode baixá-la e excluí-la.",
    inBrowser: "No seu navegador",
    inBrowserLead: "Seu navegador guarda isto no armazenamento local, até você apagar nas configurações dele:",
    sessionNumber:
      "Um número de sessão aleatório, com a hora em que começou e foi usado pela última vez. Um novo é criado após cerca de meia hora sem atividade.",
    choices: "Sua escolha de claro ou escuro, de grade ou lista, e se as fontes já foram carregadas antes.",
    sessionKeys: "Se você entrar: as chaves da sua sessão, com seu nome, seu e-mail e seu papel. Ao sair, elas são removidas.",
    unsent: "Se você escrever um comentário e não enviar: o texto dele, para que não se perca.",
    cookies:
      "Se você escolher claro ou escuro, ou entrar, é criado um cookie. Ele contém a palavra “own”, igual para todos, e diz ao servidor que seu navegador tem uma configuração própria. Se você entrar, é criado um segundo cookie. Ele é assinado para a sua conta, para que você possa entrar de novo daqui enquanto outra pessoa tenta senhas para ela.",
    likesAndViews: "Curtidas e visualizações",
    likes: "Curtidas.",
    likesText:
      "Guardamos o artigo, seu número de sessão, se você ainda o curte e desde quando. Isso dura enquanto o artigo existir.",
    views: "Visualizações.",
    viewsText:
      "Guardamos que um artigo foi aberto e quando. Por meia hora seu número de sessão fica junto, para que abrir o artigo de novo conte uma vez; depois o número é removido. Nada é guardado se seu navegador enviar Do Not Track ou Global Privacy Control, ou se for um robô conhecido.",
    neither: "Nenhum dos dois contém seu nome, seu endereço IP ou sua localização.",
    visits: "Estatísticas de visitas",
    visitsLead: "Para saber o que é lido e como as pessoas chegam, este site guarda de cada página de uma visita:",
    visitPage: "a página, quando você chegou e saiu, por quanto tempo e até onde leu;",
    visitSource: "o site ou a campanha que trouxe você, e o que você busca neste site;",
    visitBrowser: "seu navegador, a versão dele, seu sistema e o tamanho da sua tela;",
    visitPlace: "seu país ou cidade, consultado em uma tabela no nosso próprio servidor;",
    visitAddress: "seu endereço IP sem a última parte, de modo que algumas centenas de pessoas o compartilham.",
    visitNumber:
      "Nenhum cookie é criado para isso. Os visitantes são distinguidos por um número feito do endereço e do navegador com um segredo que muda todo dia. O segredo e o número de sessão são excluídos após 48 horas: depois disso ninguém, nem nós, pode saber quem era um visitante ou se ele voltou.",
    visitsKept:
      "Se seu navegador enviar Do Not Track ou Global Privacy Control, nada disso é guardado. Visitas que parecem automáticas são separadas e excluídas após 30 dias. As visitas são excluídas após dois anos, a não ser que o dono deste site tenha definido outro prazo. Ficam só totais por dia e por mês.",
    withAccount: "Se você tem uma conta",
    account: "Conta.",
    accountText:
      "Seu nome, seu e-mail, sua senha como um hash do qual ela não pode ser recuperada, o que você escreve sobre si, e quando se cadastrou e entrou pela última vez.",
    sessions: "Sessões.",
    sessionsText:
      "De cada aparelho em que você está conectado: o navegador como ele se identifica, o endereço IP, e quando foi usado pela primeira e pela última vez. São excluídas 30 dias depois de terminarem.",
    comments: "Comentários.",
    commentsText:
      "O que você escreve, onde e quando. Depois de publicado, todos podem ler com o seu nome. Se você denunciar um comentário, guardamos a denúncia e o seu motivo.",
    emails: "E-mails.",
    emailsText:
      "O que este site envia a você, como confirmações e avisos de respostas, é guardado por 30 dias. Respostas só são avisadas enquanto você quiser.",
    logs: "Registros do servidor e limites",
    serverLog:
      "O registro do servidor anota a hora, o endereço da página sem os termos de busca, e se houve resposta. Ele não contém seu nome nem seu endereço IP.",
    limits:
      "Para conter enxurradas de solicitações e tentativas de adivinhar senhas, o servidor conta por pouco tempo as solicitações por endereço IP.",
    activityLog:
      "Um registro de atividades anota o que os administradores mudam e quem mudou. Ele contém endereços de e-mail e é guardado enquanto o site existir. Entradas, inclusive as que falharam, e mudanças de senha e de e-mail ficam nele por 90 dias, com o endereço IP sem a última parte e o tipo de navegador.",
    whoSees: "Quem pode ver",
    whoSeesText:
      "Os administradores deste site e quem cuida do servidor e dos e-mails dele. Nada é vendido nem entregue a ninguém, e nenhum serviço de outra empresa mede ou guarda algo aqui.",
    yourData: "Seus dados",
    ifAccount: "Com uma conta:",
    ifAccountText:
      "{name} abra {account} para baixar tudo o que está guardado sobre você, encerrar sessões em outros aparelhos ou excluir a conta.",
    yourAccount: "sua conta",
    deleting:
      "A exclusão leva na hora seu perfil, suas sessões e seus e-mails. Seus comentários ficam sem o seu nome; exclua-os antes se quiser que sumam.",
    ifNone: "Sem conta:",
    ifNoneText: "apague os dados deste site nas configurações do seu navegador, e nada aqui poderá ser ligado a você.",
    otherSites: "Links para outros sites",
    otherSitesText:
      "Os botões de compartilhar são nossos. Facebook, Twitter ou LinkedIn só ficam sabendo de você quando você aperta um. Onde um artigo incorpora um vídeo ou música, mostramos uma imagem parada nossa; seu navegador só carrega o player quando você aperta o botão dele. A partir daí valem as regras daquele site.",
    questions: "Perguntas",
    questionsText: "Escreva para {email}. Seu e-mail é guardado até ser respondido.",
    kept: "Guardado:",
    storageList: "{storage} lista tudo o que este site pode guardar no seu navegador. Ler não cria nenhum cookie.",
    storage: "Cookies e armazenamento",
    whoSeesShort: "Os administradores deste site e quem cuida do servidor e dos e-mails dele. Nada é vendido.",
  },
  terms: {
    title: "Termos",
    description: "As poucas regras para ler e compartilhar {site}.",
    lead: "Algumas regras simples. Ao usar {site}, você concorda com elas.",
    access: { heading: "Acesso", text: "Tudo o que é publicado aqui pode ser lido de graça, por qualquer pessoa, sem conta." },
    quotes: {
      heading: "Citações e links",
      text: "Faça links para qualquer artigo. Cite com o título e um link. Os artigos pertencem aos autores, então pergunte antes de publicar um inteiro em outro lugar. Os feeds podem ser lidos em qualquer leitor de feeds.",
    },
    likes: {
      heading: "Curtidas",
      text: "Cada leitor pode curtir um artigo uma vez. Curtidas são para pessoas. Podemos remover curtidas de robôs.",
    },
    accounts: {
      heading: "Contas",
      text: "Uma conta é para uma pessoa só. Guarde a senha para você e informe um e-mail em que seja possível falar com você. Você pode excluir a conta quando quiser em {account}. Podemos fechar contas usadas para spam ou abuso.",
    },
    comments: {
      heading: "Comentários",
      text: "Seus comentários são seus. Ao publicar um, você permite que este site o mostre. Seja gentil, não fuja do assunto e não publique nada que viole a lei ou os direitos de outras pessoas. Podemos segurar, recusar ou remover comentários.",
    },
    articles: {
      heading: "Sobre os artigos",
      text: "São reflexões e experiências, não conselhos profissionais. Para questões de saúde, direito ou dinheiro, fale com um profissional que conheça a sua situação.",
    },
    promises: {
      heading: "Sem garantias",
      text: "Procuramos manter os artigos corretos e o site no ar, e corrigimos erros quando ficamos sabendo deles. Não podemos garantir nem uma coisa nem outra.",
    },
    changes: {
      heading: "Mudanças",
      text: "Quando estas regras mudam, as novas são publicadas nesta página e valem a partir daí.",
    },
    contact: {
      heading: "Contato",
      text: "Escreva para {email}. A página {privacy} diz o que é guardado sobre você, quem pode ver e como excluir.",
    },
    accountLink: "sua página",
    privacyLink: "Privacidade",
  },
  storage: {
    title: "Cookies e armazenamento",
    description: "Cada cookie e cada chave que {site} pode guardar no seu navegador, e para que servem.",
    lead: "Tudo o que este site pode guardar no seu navegador. Nada é usado para publicidade, e nenhum outro site pode ler.",
    everyone: "No navegador de cada leitor",
    signedIn: "Se você entrar",
    admins: "Se você for administrador",
    kept: "Guardado:",
    cookie: "cookie",
    localStorage: "armazenamento local",
    sessionStorage: "armazenamento da sessão",
    remove: "Você pode remover tudo nas configurações do seu navegador. A página {privacy} diz o que o servidor guarda.",
    privacy: "Privacidade",
  },
  data: {
    days: { one: "um dia", many: "{count} dias", other: "{count} dias" },
    months: { one: "um mês", many: "{count} meses", other: "{count} meses" },
    hours: { one: "uma hora", many: "{count} horas", other: "{count} horas" },
    accounts: {
      title: "Contas",
      open: "Qualquer pessoa pode se cadastrar.",
      openToComment: "Qualquer pessoa pode se cadastrar, para escrever comentários.",
      closed: "Só pessoas convidadas têm conta. Ninguém pode se cadastrar no momento.",
      name: "Nome, e-mail e o que as pessoas escrevem sobre si",
      page: "Dos autores, à vista de todos na página deles: uma imagem, links e seus artigos",
      password: "A senha, como um hash do qual ela não pode ser recuperada",
      steps:
        "Com verificação em duas etapas: os nomes dos aplicativos, os segredos deles criptografados e os códigos de recuperação como hashes",
      passkeys: "Com chaves de acesso: os nomes, as chaves públicas e quando foram adicionadas e usadas pela última vez",
      handIns:
        "De quem escreve para o site: quais rascunhos foram entregues à edição, quando e com qual nota, até que ela decida",
      times: "Quando se cadastraram e entraram pela última vez",
      kept: "Até a conta ser excluída, o que cada pessoa pode fazer sozinha.",
      pending: "Um cadastro que nunca é confirmado é excluído após {days}.",
    },
    sessions: {
      title: "Entradas",
      purpose: "Para que as pessoas continuem conectadas e possam desconectar um aparelho perdido.",
      stored: "O navegador como ele se identifica, o endereço IP, e quando a entrada foi usada pela primeira e pela última vez",
      seen: "Os tipos de navegador e sistema, e as redes, sem a última parte do endereço IP, para avisar de navegadores novos: até {seen} depois da última entrada",
      kept: "Uma entrada termina após {idle} sem uso, e no máximo após {most}. É excluída {ended} depois.",
    },
    comments: {
      title: "Comentários",
      moderated: "Para publicar o que os leitores dizem. Um administrador lê cada comentário antes.",
      open: "Para publicar o que os leitores dizem. Os comentários aparecem na hora.",
      stored: "O que foi escrito, onde, quando e por quem; os leitores veem com o nome",
      guests:
        "De quem comenta ou segue comentários sem conta: nome e e-mail, que os outros nunca veem, até que tudo seja excluído em {page}. Comentários que ninguém confirma por e-mail são excluídos depois de {days}, e endereços sem comentários, sem artigos seguidos e sem bloqueio, depois de {idle}",
      reports: "Denúncias de comentários, com seus motivos",
      followed: "Quem recebe e-mails sobre novos comentários de um artigo, e desde quando",
      kept: "Até serem excluídos. Comentários excluídos ficam na lixeira por {days}. Sem a conta, ficam sem o nome.",
    },
    likes: {
      title: "Curtidas",
      purpose: "Para contá-las e para que cada pessoa possa retirar a sua.",
      stored: "O artigo ou comentário, o número aleatório do navegador, se ele ainda o curte e desde quando",
      kept: "Enquanto o artigo ou comentário existir",
    },
    views: {
      title: "Visualizações",
      purpose: "Para mostrar quantas vezes um artigo foi aberto.",
      stored: "O artigo, quando foi aberto, e o número aleatório do navegador, para que abrir de novo conte uma vez",
      kept: {
        one: "O número por {count} minuto, o resto enquanto o artigo existir. Nada com Do Not Track ou Global Privacy Control.",
        many: "O número por {count} minutos, o resto enquanto o artigo existir. Nada com Do Not Track ou Global Privacy Control.",
        other:
          "O número por {count} minutos, o resto enquanto o artigo existir. Nada com Do Not Track ou Global Privacy Control.",
      },
    },
    visits: {
      title: "Visitas",
      purpose:
        "Para saber o que é lido e como as pessoas chegam. O site conta as visitas ele mesmo, sem serviço de outra empresa.",
      page: "A página, quando você chegou e saiu, por quanto tempo e até onde leu",
      source: "O site ou a campanha que trouxe você, e o que você busca neste site",
      browser: "O navegador, a versão dele, o sistema e o tamanho da tela",
      address: "O endereço IP sem a última parte",
      placeAsked: "A localização do endereço IP. Para encontrá-la, o endereço é enviado a {places}.",
      place:
        "A localização do endereço IP, consultada em uma tabela neste servidor. O endereço não é enviado a ninguém para isso.",
      number: "Um número feito do endereço e do navegador com um segredo que muda todo dia",
      kept: "O segredo e o número de sessão por {hours}, as visitas por {months}, as que parecem automáticas por {days}; depois, só totais por dia e por mês. Nada com Do Not Track ou Global Privacy Control.",
    },
    emails: {
      title: "E-mails",
      purpose: "Para confirmar endereços de e-mail e mudanças.",
      purposeReplies: "Para confirmar endereços de e-mail e mudanças, e para avisar de respostas enquanto você quiser.",
      byHand: "Este site não tem servidor de e-mail. Os e-mails esperam por um administrador, que repassa links e códigos.",
      stored: "O destinatário, o texto e se foi enviado; depois, links e códigos são removidos",
    },
    newsletter: {
      title: "Newsletter",
      purpose: "Para enviar novos artigos a quem os pediu.",
      address: "O endereço de e-mail, e com que frequência, sobre o quê e em que idioma os e-mails são desejados",
      consent: "O que foi aceito, quando e em que página, e o endereço IP sem a última parte",
      sending: "Quais e-mails foram enviados e se chegaram; não se foram abertos",
      kept: "Até que o assinante os exclua, por um link em cada e-mail. Depois do cancelamento, o endereço é mantido para que nada mais seja enviado a ele. Uma inscrição não confirmada é excluída após {days}.",
    },
    pictures: {
      title: "Imagens",
      purpose: "Para mostrar as imagens dos artigos.",
      here: "Imagens que os autores enviam, neste servidor",
      elsewhere: "Imagens que os autores enviam, em {host}. Seu navegador as recebe deste site e nunca pergunta a {host}.",
      kept: "Até serem excluídas",
    },
    backups: {
      title: "Backups",
      purpose: "Para trazer o site de volta depois de uma falha.",
      here: "Tudo o que está listado aqui, neste servidor ou para onde quem cuida dele o levar",
      elsewhere: "Tudo o que está listado aqui, em {host}",
      kept: "Dos backups agendados, o mais novo de cada um de {days} dias, {weeks} semanas e {months} meses. Dados excluídos ficam neles até lá.",
    },
    logs: {
      title: "Registros e limites",
      purpose:
        "Para manter o site funcionando, conter enxurradas de solicitações e tentativas de adivinhar senhas, e ver quem mudou o quê.",
      server: "O registro do servidor: hora, página sem termos de busca, e se houve resposta; sem nome e sem endereço IP",
      requests: "O número de solicitações por endereço IP, por pouco tempo",
      changes: "O que os administradores mudam, com o e-mail deles",
      signIns: "Entradas, inclusive as que falharam, com o endereço IP sem a última parte e o tipo de navegador",
      kept: "O que os administradores mudam, enquanto o site existir; entradas por {days}",
    },
  },
  keys: {
    kept: {
      untilCleared: "Até você apagar os dados deste site",
      untilSent: "Até ser enviado ou salvo",
      yearChosen: "Um ano depois de você escolher um tema ou entrar",
      minutes: { one: "{count} minuto", many: "{count} minutos", other: "{count} minutos" },
      yearSignedIn: "Um ano depois de você entrar",
      yearConfirmed: "Um ano depois de você confirmar um comentário",
      replaced: {
        one: "Trocado após {count} minuto sem atividade",
        many: "Trocado após {count} minutos sem atividade",
        other: "Trocado após {count} minutos sem atividade",
      },
      not: "Removido na hora",
      tab: "Até a aba ser fechada",
      plays: "Até tocar ou a aba ser fechada",
      signOut: "Até você sair",
    },
    purposes: {
      look: "Diz ao servidor que você escolheu um tema ou entrou, para que as páginas não pisquem. O valor é o mesmo para todos.",
      sitePass: "Deixa você ver o site enquanto está fechado para manutenção. Com https, o nome começa com __Host-.",
      knownBrowser:
        "Deixa você entrar na sua conta daqui, também enquanto outra pessoa tenta senhas para ela. Com https, o nome começa com __Host-.",
      guest:
        "Permite que você comente sem conta e altere seus comentários, depois de confirmar um por e-mail. Em https, o nome começa com __Host-.",
      theme: "Sua escolha de claro, escuro ou automático.",
      readerSession: "Um número aleatório, para que você possa retirar uma curtida e um artigo aberto duas vezes conte uma.",
      readerSessionProbe: "Testa se seu navegador permite armazenamento.",
      fonts: "Se as fontes já foram carregadas antes, para que o texto não mude enquanto você lê.",
      listingView: "Se você vê os artigos em grade ou em lista.",
      announcement: "Qual aviso você fechou.",
      reactRouterScrollPositions: "Até onde você tinha rolado em cada página, para que voltar leve ao mesmo lugar.",
      play: "O vídeo ou a música que você pediu, enquanto a página recarrega.",
      session: "As chaves que mantêm você conectado, com seu nome, seu e-mail e seu papel.",
      comment: "Um comentário que você começou.",
      maintenancePassed: "Quando esta aba abriu o site pela última vez durante a manutenção, para que não recarregue sem parar.",
      copy: "Uma cópia do que você está escrevendo, para que nada se perca.",
      copies: "As mesmas cópias, em um lugar que sobrevive a uma falha.",
      density: "A altura das linhas das tabelas.",
      sidebar: "Se a barra lateral está recolhida.",
      filters: "Os filtros que você salvou para listas.",
      editor: "Quais partes do editor estão abertas.",
      focusMode: "Se o editor está no modo de foco.",
      wordGoal: "Sua meta de palavras para um artigo.",
    },
  },
} satisfies Partial<Catalog>;
