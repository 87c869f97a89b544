import type { Catalog } from "../../catalog.ts";

export const newsletter = {
  newsletter: {
    title: "Newsletter",
    lead: "Novos artigos no seu e-mail: cada um assim que sai, ou um único e-mail por semana. Para sair, basta um clique.",
    leadWithoutDigest: "Novos artigos no seu e-mail assim que saem. Para sair, basta um clique.",
    description: "Receba os novos artigos de {site} por e-mail.",
    consent: "Quero receber os novos artigos de {site} por e-mail. Posso cancelar a qualquer momento.",
    email: "Seu endereço de e-mail",
    subscribe: "Assinar a newsletter",
    subscribing: "Assinando...",
    trap: "Deixe este campo vazio",
    sent: "Confira sua caixa de entrada. Se {email} ainda não assina a newsletter, um link de confirmação está a caminho. Ele vale por {days} dias.",
    wrongEmail: "Informe um endereço de e-mail como name@example.com.",
    tooMany: "Muitas tentativas. Espere um pouco e tente de novo.",
    failed: "Não funcionou. Tente de novo.",
    frequency: "Com que frequência",
    post: "Cada artigo assim que sai",
    weekly: "Um e-mail por semana com as novidades",
    noWeekly: "Você escolheu um e-mail por semana. No momento, nenhum é enviado. Em vez disso, você pode receber cada artigo.",
    categories: "Sobre o quê",
    all: "Todas as categorias",
    some: "Somente estas categorias",
    language: "Idioma",
    save: "Salvar escolhas",
    saved: "Suas escolhas foram salvas.",
    notSaved: "Não foi possível salvar suas escolhas. Tente de novo.",
    noCategory: "Escolha pelo menos uma categoria.",
    unsubscribe: "Cancelar inscrição",
  },
  newsletterLinks: {
    again: {
      title: "Só mais um clique",
      text: "Aperte o botão e enviaremos um link de confirmação para {email}.",
    },
    sent: {
      title: "Confira sua caixa de entrada",
    },
    wrong: {
      title: "Isso não é um endereço de e-mail",
    },
    limited: {
      title: "Muitas tentativas",
    },
    confirm: {
      title: "Confirme sua inscrição",
      text: "Quer receber os novos artigos de {site} em {email}?",
      button: "Confirmar",
    },
    confirmed: {
      title: "Inscrição confirmada",
      text: "Os novos artigos de {site} chegarão a {email}.",
    },
    ended: {
      title: "Sem inscrição",
      text: "{email} não recebe artigos de {site}.",
    },
    leave: {
      title: "Cancelar a inscrição?",
      text: "{email} não receberá mais artigos de {site}.",
    },
    choices: {
      title: "Sua newsletter",
      text: "Isto é o que {email} recebe de {site}.",
    },
    erase: {
      title: "Excluir tudo?",
      text: "O endereço {email}, suas escolhas e o registro do consentimento serão excluídos. Ele não receberá mais artigos de {site}.",
      button: "Excluir tudo",
    },
    erased: {
      title: "Tudo foi excluído",
      text: "A newsletter esqueceu o seu endereço.",
    },
    unknown: {
      title: "Este link não funciona",
      text: "Talvez falte uma parte, ou a inscrição tenha sido excluída. Abra-o de novo a partir do e-mail.",
    },
    choose: "Escolher o que você recebe",
    eraseLink: "Excluir tudo sobre este endereço",
    back: "Voltar às suas escolhas",
    home: "Voltar ao início",
  },
} satisfies Pick<Catalog, "newsletter" | "newsletterLinks">;
