import type { Catalog } from "../../catalog.ts";

export const passkeys = {
  passkeys: {
    signIn: "Entrar com uma chave de acesso",
    waiting: "Aguardando sua chave de acesso…",
    notUsed:
      "Você não entrou. A chave de acesso foi cancelada, demorou demais ou não está neste dispositivo. Tente de novo ou use sua senha.",
    notSignedIn: "Não foi possível entrar com uma chave de acesso. Tente de novo ou use sua senha.",
    title: "Chaves de acesso",
    lead: "Entre com sua digital, seu rosto ou o bloqueio de tela, sem senha nem código.",
    none: "Você ainda não tem chaves de acesso.",
    notLoaded: "Não foi possível carregar suas chaves de acesso.",
    notHere: "Não é possível adicionar chaves de acesso neste navegador ou neste endereço.",
    created: "Adicionada em {date}",
    neverUsed: "Nunca usada",
    otherHost:
      "Só funciona em {host}, onde este site ficava antes. Adicione uma nova para entrar aqui. Sua senha continua valendo.",
    add: "Adicionar uma chave de acesso",
    adding: "Adicionando…",
    added: "Chave de acesso adicionada",
    notMade: "Nenhuma chave de acesso foi adicionada. A operação foi cancelada ou demorou demais.",
    notAdded: "Não foi possível adicionar a chave de acesso. Tente de novo.",
    rename: "Renomear",
    renameNamed: "Renomear {name}",
    nameMissing: "Digite um nome, por exemplo “Notebook”",
    renamed: "Chave de acesso renomeada",
    notRenamed: "Não foi possível renomear a chave de acesso. Tente de novo.",
    removeText: "Ela não servirá mais para entrar. Depois, apague-a também no seu dispositivo.",
    removed: "Chave de acesso removida",
    notRemoved: "Não foi possível remover a chave de acesso. Tente de novo.",
    refused: "Esta chave de acesso não vale aqui. Talvez tenha sido removida da conta dela.",
    tooLate: "Demorou demais. Tente de novo.",
    alreadyAdded: "Este dispositivo já tem uma chave de acesso para sua conta.",
    tooMany: "Você tem dez chaves de acesso. Remova uma primeiro.",
    noLock:
      "Este dispositivo não consegue criar uma chave de acesso. Ele precisa de um bloqueio de tela, como um PIN ou uma digital.",
  },
} satisfies Pick<Catalog, "passkeys">;
