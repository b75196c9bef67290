import { eq } from 'drizzle-orm';
import { describe, expect, inject, it } from 'vitest';
import { products } from '#server/db/schema.ts';
import { hold } from '#tests/support/hold.ts';
import { goods, header, runFile } from '#tests/support/importing.ts';
import { useTestServer } from '#tests/support/server.ts';
import { csvOf } from '#tests/support/tables.ts';

describe.skipIf(!inject('server').postgres)('The locks of an import', () => {
  const server = useTestServer('postgres');

  it('[I962] a row that changes nothing waits for nobody, while the others are written', async () => {
    await runFile(server(), csvOf([header, ...goods(1, 3)]));
    const locked = hold();
    const saving = hold();
    const other = server().db.transaction(async tx => {
      await tx.select().from(products).where(eq(products.sku, 'A-1')).for('update');
      locked.release();
      await saving.released;
    });
    await locked.released;
    const [unchanged = [], changed = [], added = []] = goods(1, 4).filter((_, index) => index !== 1);
    const table = csvOf([header, unchanged, [...changed.slice(0, 2), '11,5'], added]);
    expect((await runFile(server(), table)).counts).toMatchObject({ new: 1, changed: 1, unchanged: 1, faulty: 0 });
    saving.release();
    await other;
  });
});
