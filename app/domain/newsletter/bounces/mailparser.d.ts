declare module "mailparser" {
  type Addresses = { text: string };
  export type Attachment = { contentType: string; content: Buffer };
  export type ParsedMail = {
    from?: Addresses;
    to?: Addresses | Addresses[];
    subject?: string;
    text?: string;
    html?: string | false;
    messageId?: string;
    headers: Map<string, unknown>;
    attachments: Attachment[];
  };
  type Options = { keepDeliveryStatus?: boolean; skipHtmlToText?: boolean; skipTextToHtml?: boolean };
  export function simpleParser(source: string | Buffer, options?: Options): Promise<ParsedMail>;
}
