import { parseSync } from 'vite';

export interface Mutation {
  file: string;
  start: number;
  end: number;
  text: string;
}

interface Node {
  type: string;
  start: number;
  end: number;
  [child: string]: unknown;
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;

const OPPOSITE = new Map(
  [
    ['===', '!=='],
    ['<', '<='],
    ['>', '>='],
    ['&&', '||'],
    ['-', '+'],
    ['*', '/'],
  ].flatMap(([one = '', other = '']) => [
    [one, other],
    [other, one],
  ]),
);
/** Methods whose call can be dropped, and methods that are easily confused with another. */
const DROPPED = new Set(['filter', 'toSorted', 'toReversed', 'trim', 'toLowerCase', 'slice', 'nullable', 'optional']);
const SWAPPED = new Map([
  ['every', 'some'],
  ['some', 'every'],
]);

export const mutationsOf = (file: string, source: string): Mutation[] => {
  const found: Mutation[] = [];
  const code = ({ start, end }: Node) => source.slice(start, end);
  const visit = (node: Node): void => {
    // Skipped, because types are not run, and texts of imports and keys are not decisions.
    if (node.type.startsWith('TS') && !isNode(node['expression'])) return;
    if (node.type.startsWith('Import')) return;
    const change = replacementOf(node, code);
    if (change) found.push({ file, start: change[0].start, end: change[0].end, text: change[1] });
    for (const [name, child] of Object.entries(node)) {
      if (name === 'key' || name === 'typeAnnotation' || name === 'typeArguments' || name === 'typeParameters')
        continue;
      for (const inner of Array.isArray(child) ? child : [child]) if (isNode(inner)) visit(inner);
    }
  };
  visit(parseSync(file, source).program as unknown as Node);
  return found;
};

/** An expression and what to put in its place, so that a mutation can be wrapped like any other expression. */
const replacementOf = (node: Node, code: (node: Node) => string): [Node, string] | null => {
  const { left, right, operator, test, value, argument, expression } = node;
  if (isNode(left) && isNode(right) && typeof operator === 'string') {
    const opposite = node.type === 'AssignmentExpression' ? undefined : OPPOSITE.get(operator);
    if (opposite) return [node, `(${code(left)} ${opposite} ${code(right)})`];
    return operator === '??' ? [node, code(right)] : null;
  }
  if (node.type === 'UnaryExpression' && operator === '!' && isNode(argument)) return [node, code(argument)];
  if (node.type === 'ConditionalExpression' && isNode(test)) return [test, `!(${code(test)})`];
  if (node.type === 'IfStatement' && isNode(test)) return [test, 'false'];
  if (node.type === 'Literal' && typeof value === 'boolean') return [node, String(!value)];
  if (node.type === 'Literal' && typeof value === 'number') return [node, String(value + 1)];
  if (node.type === 'ExpressionStatement' && isNode(expression))
    return /^(Call|Await)Expression$/.test(expression.type) ? [expression, 'undefined'] : null;
  return node.type === 'CallExpression' ? otherCall(node, code) : null;
};

const otherCall = (node: Node, code: (node: Node) => string): [Node, string] | null => {
  const { callee } = node;
  if (!isNode(callee) || callee.type !== 'MemberExpression') return null;
  const { object, property } = callee;
  if (!isNode(object) || !isNode(property)) return null;
  const method = code(property);
  if (DROPPED.has(method)) return [node, code(object)];
  const swapped = SWAPPED.get(method);
  return swapped ? [node, `${code(object)}.${swapped}${code(node).slice(property.end - node.start)}`] : null;
};

export const applyMutation = (source: string, { start, end, text }: Mutation): string =>
  source.slice(0, start) + text + source.slice(end);
