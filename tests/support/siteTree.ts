import { type Category, type CategoryDraft, type CategoryTree, flattenTree } from '#contract/categories.ts';
import type { TestServer } from './server.ts';

export const node = (name: string, ...children: CategoryDraft[]): CategoryDraft => ({ name, children });
const food = [node('Еда', node('Сыры', node('Мягкие'), node('Твёрдые')), node('Хлеб')), node('Напитки', node('Чай'))];
/** Names in order, children in brackets, to compare trees as text. */
const written = (nodes: readonly Category[]): string =>
  nodes.map(({ name, children }) => (children.length > 0 ? `${name}(${written(children)})` : name)).join(' ');

/** Creates the platform `site` with a tree and other platforms without one. @returns requests and checks for it */
export const beginSite = async (server: TestServer, ...others: string[]) => {
  const send = await server.as('admin');
  for (const code of ['site', ...others])
    await send('POST', '/project', { name: `Проект ${code}`, code, platform: code });
  const first = (await send('PUT', '/categories/site', { categories: food })).result as CategoryTree;
  const ids = Object.fromEntries(flattenTree(first.categories).map(({ id, name }) => [name, id]));
  const read = async () => {
    const entries = (await send('GET', '/categories/by-projects')).result as CategoryTree[];
    return entries.find(({ platform }) => platform === 'site') as CategoryTree;
  };
  const saved = async () => written((await read()).categories);
  return { send, read, saved, ids };
};
