import { parseAst } from 'rolldown/parseAst';

export interface TestTitle {
  file: string;
  line: number;
  title: string;
  /**
   * Rule ids in square brackets. A title built from a table (`[%s]`, `[${rule}]`) cites every id in its file, since its
   * own is known only at run time.
   */
  ids: string[];
  isSkipped: boolean;
}

type Node = { type: string; start: number } & Record<string, unknown>;

const TEST_NAMES = new Set(['it', 'test']);
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

export const testTitles = (file: string, source: string): TestTitle[] => {
  const titles: TestTitle[] = [];
  const tableIds: string[] = [];
  const visit = (node: Node): void => {
    if (node.type === 'CallExpression') {
      const title = getTitle(node);
      if (title !== null) {
        const line = source.slice(0, node.start).split('\n').length;
        titles.push({ file, line, title, ids: ruleIdsIn(title), isSkipped: isSkipped(node) });
      }
    }
    if (node.type === 'Literal' && /^[A-Z]\d+$/.test(String(node['value']))) tableIds.push(String(node['value']));
    for (const child of Object.values(node).flat()) if (isNode(child)) visit(child);
  };
  visit(parseAst(source, { lang: file.endsWith('x') ? 'tsx' : 'ts' }, file) as unknown as Node);
  for (const title of titles) if (/\[(%s|\$)/.test(title.title)) title.ids.push(...tableIds);
  return titles;
};

const ruleIdsIn = (title: string): string[] =>
  [...title.matchAll(/\[([A-Z]\d+(?:,? [A-Z]\d+)*)\]/g)].flatMap(match => (match[1] ?? '').split(/,? /));

const getCallChain = (callee: unknown): string[] => {
  if (!isNode(callee)) return [];
  if (callee.type === 'Identifier') return [String(callee['name'])];
  if (callee.type === 'CallExpression') return getCallChain(callee['callee']);
  if (callee.type === 'TaggedTemplateExpression') return getCallChain(callee['tag']);
  if (callee.type !== 'MemberExpression') return [];
  const property = callee['property'];
  return [...getCallChain(callee['object']), isNode(property) ? String(property['name']) : ''];
};

const getTitle = (call: Node): string | null => {
  const [root] = getCallChain(call['callee']);
  const [first] = call['arguments'] as unknown[];
  if (!root || !TEST_NAMES.has(root) || !isNode(first)) return null;
  if (first.type === 'Literal' && typeof first['value'] === 'string') return first['value'];
  if (first.type !== 'TemplateLiteral') return null;
  const quasis = first['quasis'] as { value: { cooked: string } }[];
  return quasis.map(({ value }) => value.cooked).join('${}');
};

const isSkipped = (call: Node): boolean =>
  getCallChain(call['callee']).some(name => ['skip', 'todo', 'only', 'fails'].includes(name));
