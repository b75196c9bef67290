import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { cafes, sentMedia } from '#server/db/schema.ts';
import { addCafe, addProduct, byBody, openNetwork, says, sendMedia, useReceivers } from '#tests/support/cafes.ts';
import { describeOnBoth } from '#tests/support/server.ts';

const receiver = useReceivers();

describeOnBoth('What fails while media are sent', server => {
  it('[M17] a file that always fails with 500 does not hold back the others', async () => {
    const there = await receiver();
    const { cafe } = await addCafe(server(), { address: there.address });
    const id = await addProduct(server(), 'Латте', 'a', 'b', 'c');
    openNetwork(server(), { attempts: 2 });
    there.answer(byBody(text => says(text === 'a' ? 500 : 201)));
    const run = await sendMedia(server(), { ids: [id], cafes: [cafe] });
    expect(run.cafes).toMatchObject([{ status: 'failed', sent: 3, failed: 1, reason: null }]);
    expect(there.tries).toHaveLength(5);
  });

  it('[M17] [M9] a receiver that only returns 500 is given up after three files', async () => {
    const there = await receiver();
    const { cafe } = await addCafe(server(), { address: there.address });
    const id = await addProduct(server(), 'Латте', 'a', 'b', 'c', 'd', 'e');
    openNetwork(server(), { attempts: 2 });
    there.answer(says(500));
    const run = await sendMedia(server(), { ids: [id], cafes: [cafe] });
    expect(run.cafes).toMatchObject([{ status: 'failed', sent: 0, failed: 6, reason: 'Кафе не справляется (500)' }]);
    expect(there.tries).toHaveLength(6);
  });

  it('[M17] a cafe deleted during the run is ended, and the others get everything', async () => {
    const [leaving, staying] = [await receiver(), await receiver()];
    const { cafe } = await addCafe(server(), { name: 'Закрывается', address: leaving.address });
    const { cafe: second } = await addCafe(server(), { name: 'Остаётся', address: staying.address });
    const id = await addProduct(server(), 'Латте', 'a', 'b');
    openNetwork(server());
    leaving.answer((request, response, body) => {
      void server()
        .db.delete(cafes)
        .where(eq(cafes.id, cafe.id))
        .then(() => says(201)(request, response, body));
    });
    const run = await sendMedia(server(), { ids: [id], cafes: [cafe, second] });
    expect(run.status).toBe('finished');
    expect(run.cafes).toMatchObject([
      { name: 'Закрывается', status: 'failed', reason: 'Кафе удалили из настроек' },
      { name: 'Остаётся', status: 'finished', sent: 3, failed: 0 },
    ]);
    expect(await server().db.select().from(sentMedia)).toHaveLength(3);
  });

  it('[M17] the counts of parallel files add up', async () => {
    const there = await receiver();
    const { cafe } = await addCafe(server(), { address: there.address });
    const ids = await Promise.all(Array.from({ length: 12 }, (_, at) => addProduct(server(), `Товар ${at}`, `a${at}`)));
    openNetwork(server());
    const run = await sendMedia(server(), { ids, cafes: [cafe] });
    expect(run.cafes).toMatchObject([{ status: 'finished', sent: 24, failed: 0, files: 24 }]);
  });

  it('[M11] if an address of a host does not respond, the next one is tried', async () => {
    const there = await receiver();
    const { cafe } = await addCafe(server(), { address: there.address.replace('127.0.0.1', 'cafe.example') });
    const id = await addProduct(server(), 'Латте', 'a');
    const lookup = async () => ['127.0.0.2', '127.0.0.3', '127.0.0.1'].map(address => ({ address, family: 4 }));
    openNetwork(server(), { attempts: 1, lookup });
    const run = await sendMedia(server(), { ids: [id], cafes: [cafe] });
    expect(run.cafes).toMatchObject([{ status: 'finished', sent: 2, failed: 0 }]);
  });
});
