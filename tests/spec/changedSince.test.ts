import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { itemsIn } from '#tests/support/samples.ts';
import { describeOnBoth } from '#tests/support/server.ts';

describeOnBoth('What was changed since', server => {
  for (const [path, table] of [
    ['/products', 'products'],
    ['/reference/brand/value', 'reference_values'],
  ] as const)
    it(`[X58] ${path} can be filtered by the time of the last change, with a lower and an upper bound`, async () => {
      const send = await server().as('admin');
      for (const [at, name] of ['Квас', 'Сыр', 'Чай'].entries()) {
        await send('POST', path, { name });
        const moment = `2026-03-0${at + 1}T21:00:00Z`;
        await server().db.execute(sql`update ${sql.identifier(table)} set updated_at = ${moment} where name = ${name}`);
      }
      const found = async (query: string) =>
        itemsIn(await send('GET', `${path}?sort=id&${query}`)).map(({ name }) => name);
      expect(await found('updated_at_from=2026-03-02T21:00:00Z')).toEqual(['Сыр', 'Чай']);
      expect(await found('updated_at_to=2026-03-02T21:00:00.000Z')).toEqual(['Квас', 'Сыр']);
      const moscow = encodeURIComponent('2026-03-03T00:00:00+03:00');
      expect(await found(`updated_at_from=${moscow}&updated_at_to=${moscow}`)).toEqual(['Сыр']);
      expect(await send('GET', `${path}?updated_at_from=2026-03-02`)).toMatchObject({ status: 400 });
    });
});
