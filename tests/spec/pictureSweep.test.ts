import { afterEach, describe, expect, inject, it, vi } from 'vitest';
import { feedItems, pictures } from '#server/db/schema.ts';
import { sweepPictures } from '#server/media/images/pictureStore.ts';
import { recordIn } from '#tests/support/samples.ts';
import { describeOnBoth, type TestServer, useTestServer } from '#tests/support/server.ts';
import { countStatements } from '#tests/support/statements.ts';

const keys = ['a', 'b', 'c', 'd'].map(digit => digit.repeat(64)) as [string, string, string, string];

/** Four pictures that no record uses. A feed still shows the second one. */
const begin = async ({ as, db, deps }: TestServer) => {
  const project = { name: 'Сайт', code: 'site', platform: 'site' };
  const { id: project_id } = recordIn(await (await as('admin'))('POST', '/project', project));
  const size = { ending: 'png' as const, width: 1, height: 1, bytes: 1 };
  await db.insert(pictures).values(keys.map(key => ({ key, ...size, touched_at: deps.clock() })));
  const content = { images: [{ full: `https://vitrina.example/pictures/${keys[1]}/full.png` }] };
  for (const [record_id, shown] of [content, {}, null].entries())
    await db.insert(feedItems).values({ project_id, entity: 'nomenclature', record_id, since: 1, content: shown });
};
const left = async ({ db }: TestServer) => (await db.select().from(pictures)).map(({ key }) => key);

describeOnBoth('Contract 7: pictures that only a feed shows', server => {
  it('[G29] [G15] stay, while the others are removed after a day', async () => {
    await begin(server());
    await sweepPictures(server().deps);
    expect(await left(server())).toEqual(keys);
    server().advance(25 * 3_600_000);
    await sweepPictures(server().deps);
    expect(await left(server())).toEqual([keys[1]]);
    await server().db.delete(feedItems);
    await sweepPictures(server().deps);
    expect(await left(server())).toEqual([]);
  });
});

describe.skipIf(!inject('server').postgres)('Contract 7: the sweep of pictures (PostgreSQL)', () => {
  const server = useTestServer('postgres');
  afterEach(() => vi.restoreAllMocks());

  it('[G29] the feeds are asked once, however many pictures are removed', async () => {
    await begin(server());
    server().advance(25 * 3_600_000);
    const statements = await countStatements(() => sweepPictures(server().deps));
    expect(statements.filter(text => text.includes('feed_items'))).toHaveLength(1);
    expect(await left(server())).toEqual([keys[1]]);
  });
});
