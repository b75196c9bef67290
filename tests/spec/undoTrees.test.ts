import { expect, it } from 'vitest';
import { drafts } from '#server/db/schema.ts';
import { describeOnBoth } from '#tests/support/server.ts';
import { beginSite } from '#tests/support/siteTree.ts';
import { batchOf, undo } from '#tests/support/undoing.ts';

interface Sent {
  id?: number | undefined;
  name: string;
  children: Sent[];
}
const node = (name: string, id?: number, ...children: Sent[]): Sent => ({ ...(id && { id }), name, children });

describeOnBoth('Undo of moves in a tree', server => {
  it('[J664] a parent and a child that changed places go back, whichever is older', async () => {
    const { send, saved, ids } = await beginSite(server());
    const save = (...categories: Sent[]) => send('PUT', '/categories/site', { categories });
    const [older, newer] = [ids['Еда'], ids['Напитки']].toSorted((a = 0, b = 0) => a - b);
    for (const [parent, child] of [
      [older, newer],
      [newer, older],
    ]) {
      await save(node('Верх', parent, node('Низ', child)));
      const swap = await save(node('Низ', child, node('Верх', parent)));
      expect(await saved()).toBe('Низ(Верх)');
      expect(await undo(send, batchOf(swap))).toMatchObject({ refused: { total: 0 }, since: { total: 0 } });
      expect(await saved()).toBe('Верх(Низ)');
    }
  });

  it('[J664] [J9] no category goes back to where its branch would be deeper than ten levels', async () => {
    const { send, saved, ids } = await beginSite(server());
    const save = (...categories: Sent[]) => send('PUT', '/categories/site', { categories });
    const last = ids['Чай'];
    const tooDeep = 'Там, где она была, уже слишком глубоко: категории вкладываются не глубже десяти уровней';
    const chain = (levels: number, end: Sent): Sent =>
      levels === 0 ? end : node(`Уровень ${levels}`, undefined, chain(levels - 1, end));
    await save(chain(9, node('Чай', last)));
    await server().db.delete(drafts);
    const { result } = await send('GET', '/categories/by-projects');
    const categories = (result as { categories: Sent[] }[]).flatMap(tree => tree.categories);
    const without = (nodes: Sent[]): Sent[] =>
      nodes.filter(({ id }) => id !== last).map(({ id, name, children }) => node(name, id, ...without(children)));
    const moved = await save(...without(categories), node('Чай', last));
    await save(...without(categories), node('Чай', last, node('Зелёный')));
    const [draft] = await server().db.select().from(drafts);
    const change = { entity: 'categories', record_id: last, field: 'parent_id' };
    expect(await send('POST', `/drafts/${draft?.id}/revert`, change)).toMatchObject({ status: 404, message: tooDeep });
    const undone = await undo(send, batchOf(moved));
    expect(undone.refused.items).toMatchObject([{ message: tooDeep }]);
    const tree = await saved();
    for (const part of ['Чай(Зелёный)', 'Уровень 2(Уровень 1)']) expect(tree).toContain(part);
  });
});
