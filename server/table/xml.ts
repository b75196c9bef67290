import { SaxesParser } from 'saxes';
import { TableRefusal } from './refusal.ts';

/**
 * Parser callbacks. Names have no namespace prefix, because programs that write such files choose different prefixes.
 */
export interface XmlHandlers {
  open: (name: string, attributes: Record<string, string>) => void;
  close: (name: string) => void;
  text?: (text: string) => void;
}

/** Workbook XML is shallow; only a malicious file nests deeper. */
const MAX_DEPTH = 64;
/** Bytes between two tags. A cell has at most 32,767 characters, and the parser keeps a whole text in memory. */
const MAX_BETWEEN_TAGS = 2 ** 20;

/**
 * Parses a document incrementally and yields after each chunk, so that the caller can process rows as they arrive.
 * Expands only XML's five predefined entities, since custom entities would allow entity expansion attacks.
 * @throws {TableRefusal} when the document is not well-formed
 */
export async function* parseXml(bytes: AsyncIterable<Uint8Array>, handlers: XmlHandlers): AsyncGenerator<void> {
  const parser = new SaxesParser({ position: false, xmlns: false });
  let depth = 0;
  let sinceTag = 0;
  parser.on('opentag', ({ name, attributes }) => {
    depth += 1;
    sinceTag = 0;
    if (depth > MAX_DEPTH) throw new TableRefusal('damaged');
    handlers.open(toLocalName(name), attributes);
  });
  parser.on('closetag', ({ name }) => {
    depth -= 1;
    sinceTag = 0;
    handlers.close(toLocalName(name));
  });
  const onText = handlers.text;
  if (onText) {
    parser.on('text', onText);
    parser.on('cdata', onText);
  }
  const decoder = new TextDecoder();
  for await (const chunk of bytes) {
    sinceTag += chunk.length;
    if (sinceTag > MAX_BETWEEN_TAGS) throw new TableRefusal('damaged');
    withXmlErrors(() => parser.write(decoder.decode(chunk, { stream: true })));
    yield;
  }
  withXmlErrors(() => parser.write(decoder.decode()).close());
  yield;
}

export const readXml = async (bytes: AsyncIterable<Uint8Array>, handlers: XmlHandlers): Promise<void> => {
  for await (const _ of parseXml(bytes, handlers));
};

const withXmlErrors = (parse: () => void): void => {
  try {
    parse();
  } catch (error) {
    throw error instanceof TableRefusal ? error : new TableRefusal('damaged', {}, { cause: error });
  }
};

const toLocalName = (name: string): string => {
  const colon = name.indexOf(':');
  return colon < 0 ? name : name.slice(colon + 1);
};
