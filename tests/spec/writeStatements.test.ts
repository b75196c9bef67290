import { describe, expect, inject, it } from 'vitest';
import { createApp } from '#server/http/app.ts';
import { createEventBus } from '#server/realtime/eventBus.ts';
import { shareEventBus } from '#server/realtime/sharedEventBus.ts';
import { defineAttributes } from '#tests/support/attributes.ts';
import { addProducts } from '#tests/support/records.ts';
import { senderOf, useTestServer } from '#tests/support/server.ts';
import { countStatements } from '#tests/support/statements.ts';

describe.skipIf(!inject('server').postgres)('X Statements of a write (PostgreSQL)', () => {
  const server = useTestServer('postgres');

  /** Two of each, because the first prepares what the second uses. */
  const statementsOf = async (write: (send: ReturnType<typeof senderOf>, turn: number) => Promise<unknown>) => {
    const { deps, signIn } = server();
    const { access } = await signIn('admin');
    const realtime = createEventBus();
    const send = senderOf(createApp({ ...deps, realtime }), access);
    await write(send, 1);
    const leave = await shareEventBus(realtime, deps.config.databaseUrl ?? '', deps.log);
    return countStatements(async () => {
      await write(send, 2);
      // Sends what it still has to send.
      await leave();
    });
  };

  it('[X401] a create needs 6 statements besides the caller’s, and announces once', async () => {
    const asked = await statementsOf((send, turn) => send('POST', '/products', { name: `Чай ${turn}` }));
    expect(asked.filter(text => text.includes('pg_notify'))).toHaveLength(1);
    expect(asked).toHaveLength(1 + 6 + 1);
  });

  it('[X401] a change needs 7 statements besides the caller’s, and announces once', async () => {
    await addProducts(server(), { name: 'Чай' });
    const asked = await statementsOf((send, turn) => send('PUT', '/products/1', { price: turn, version: turn }));
    expect(asked.filter(text => text.includes('pg_notify'))).toHaveLength(1);
    expect(asked).toHaveLength(1 + 7 + 1);
  });

  it('[X642] an export filtered by an attribute reads the definitions once', async () => {
    await defineAttributes(server(), { code: 'vegetarian', name: 'Вегетарианское', kind: 'flag' });
    const { access } = await server().signIn('admin');
    const asked = await countStatements(async () => {
      const path = '/api/products/export?format=csv&attributes.vegetarian=true';
      const answer = await server().app.request(path, { headers: { authorization: `Bearer ${access}` } });
      expect(await answer.text()).toContain('Вегетарианское');
    });
    expect(asked.filter(text => text.includes('from "attributes"'))).toHaveLength(1);
  });

  it('[T681] an export reads the fields that it has columns for, and not who wrote the record last', async () => {
    await addProducts(server(), { name: 'Чай' });
    const { access } = await server().signIn('admin');
    const asked = await countStatements(async () => {
      const answer = await server().app.request('/api/products/export?format=csv', {
        headers: { authorization: `Bearer ${access}` },
      });
      expect((await answer.text()).split('\r\n')).toHaveLength(3);
    });
    const [read = '', ...others] = asked.filter(text => text.includes('"products"."weight"'));
    expect(others).toEqual([]);
    expect(read).toContain('"product_models"');
    expect(read).not.toMatch(/updated_by|updated_at/);
  });
});
