declare module "mailparser" {
  type Addresses = { text: string };
  type ParsedMail = {
    from?: Addresses;
    to?: Addresses | Addresses[];
    subject?: string;
    text?: string;
    html?: string | false;
    messageId?: string;
    headers: Map<string, unknown>;
  };
  export function simpleParser(source: string): Promise<ParsedMail>;
}
