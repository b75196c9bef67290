import { expect, it } from 'vitest';
import { roleSlugs } from '#contract/roles.ts';
import type { UndoPreview } from '#contract/undo.ts';
import { addModels, addProducts, addValues } from '#tests/support/records.ts';
import { recordIn } from '#tests/support/samples.ts';
import { type Answer, describeOnEmbedded, type TestServer } from '#tests/support/server.ts';
import { batchOf } from '#tests/support/undoing.ts';

type Send = Awaited<ReturnType<TestServer['as']>>;

/** A write of each kind that one call takes back by the same call with other values. */
const writes: Readonly<Record<string, (send: Send, value: number, roleId: number) => Promise<Answer>>> = {
  product: (send, value) => send('PUT', '/products/1', { name: `Квас ${value}` }),
  price: (send, amount) => send('PUT', '/products/1', { prices: [{ project_id: 1, amount, currency: 'RUB' }] }),
  bulk: (send, value) => send('PUT', '/products', { ids: [1, 2], data: { price: value } }),
  model: (send, value) => send('PUT', '/models/1', { name: `Летний ${value}` }),
  matrix: (send, value) => send('PUT', '/matrices/1', { name: `Зима ${value}` }),
  reference: (send, value) => send('PUT', '/reference/brand/value/1', { name: `Заря ${value}` }),
  project: (send, value) => send('PUT', '/project/1', { name: `Сайт ${value}` }),
  role: (send, value, roleId) => send('PUT', `/roles/${roleId}`, { name: `Гость ${value}` }),
};

describeOnEmbedded('The rights of undo', server => {
  it.each(roleSlugs)('[J667] %s takes back a write of each kind exactly if they could write it', async role => {
    await addProducts(server(), { name: 'Квас' }, { name: 'Сок' });
    await addModels(server(), { name: 'Летний' });
    await addValues(server(), 'brand', 'Заря');
    const admin = await server().as('admin');
    await admin('POST', '/project', { name: 'Сайт', code: 'site', platform: 'site' });
    await admin('POST', '/matrices', { name: 'Зима' });
    const guest = recordIn(await admin('POST', '/roles', { name: 'Гость', slug: 'guest', permissions: [] }));
    const send = await server().as(role);
    for (const [kind, write] of Object.entries(writes)) {
      const written = await write(admin, 1, guest.id);
      expect(written.status, kind).toBe(200);
      const preview = await send('POST', `/batches/${batchOf(written)}/undo/preview`);
      const undone = await send('POST', `/batches/${batchOf(written)}/undo`, {});
      const own = await write(send, 2, guest.id);
      const isAllowed = own.status === 200;
      const outcome = { records: preview.status === 200 ? (preview.result as UndoPreview).records : 0 };
      expect([kind, outcome.records > 0, batchOf(undone) > 0]).toEqual([kind, isAllowed, isAllowed]);
      if (!isAllowed) expect([403, 404], kind).toContain(own.status);
    }
  });
});
