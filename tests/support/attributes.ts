import { recordIn, type Sample } from './samples.ts';
import type { TestServer } from './server.ts';

interface Definition {
  code: string;
  name?: string;
  kind?: string;
  [field: string]: unknown;
}

/** Defines attributes through the API, in this order, which is the order of forms. @returns the new records */
export const defineAttributes = async (server: TestServer, ...definitions: Definition[]): Promise<Sample[]> => {
  const send = await server.as('admin');
  const made: Sample[] = [];
  for (const definition of definitions) {
    const answer = await send('POST', '/attribute', { name: definition.code, ...definition });
    if (answer.status !== 200) throw new Error(`attribute "${definition.code}": ${JSON.stringify(answer.errors)}`);
    made.push(recordIn(answer));
  }
  return made;
};

/** Adds languages; the first one becomes current. */
export const addLanguages = async (server: TestServer, ...codes: [code: string, name: string][]): Promise<Sample[]> => {
  const send = await server.as('admin');
  const made: Sample[] = [];
  for (const [code, name] of codes) made.push(recordIn(await send('POST', '/language', { code, name })));
  return made;
};

/**
 * A reference that users add. A program may declare references of any code and name, so tests add only such as nobody
 * would declare.
 */
export const addedReference = { code: 'test_shelf', name: 'Тестовые полки' } as const;

/** @throws when the code is taken, as by a declared reference */
export const addReference = async (
  server: TestServer,
  code: string,
  ...names: string[]
): Promise<Record<string, number>> => {
  const send = await server.as('admin');
  const answer = await send('POST', '/reference', { code, name: code });
  if (answer.status !== 200) throw new Error(`reference "${code}": ${JSON.stringify(answer.errors)}`);
  const ids: Record<string, number> = {};
  for (const name of names) ids[name] = recordIn(await send('POST', `/reference/${code}/value`, { name })).id;
  return ids;
};
