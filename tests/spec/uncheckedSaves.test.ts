import { asc, eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { securityEvents } from '#server/db/schema.ts';
import { recordIn } from '#tests/support/samples.ts';
import { describeOnBoth } from '#tests/support/server.ts';

describeOnBoth('A PUT without a version', server => {
  const recorded = () =>
    server()
      .db.select()
      .from(securityEvents)
      .where(eq(securityEvents.kind, 'saved_unchecked'))
      .orderBy(asc(securityEvents.id));

  it('[X640] is recorded, unless it changes nothing', async () => {
    const admin = await server().as('admin');
    const { id } = recordIn(await admin('POST', '/products', { name: 'Квас' }));
    await admin('PUT', `/products/${id}`, { name: 'Чай', version: 1 });
    await admin('PUT', `/products/${id}`, { name: 'Чай' });
    await admin('PUT', `/products/${id}`, { name: 'Морс' });
    await admin('PUT', `/products/${id}/prices`, { prices: [] });
    const brand = recordIn(await admin('POST', '/reference/brand/value', { name: 'Восход' }));
    await admin('PUT', `/reference/brand/value/${brand.id}`, { name: 'Закат' });
    const about = ['about', 'about_id', 'about_name'] as const;
    expect((await recorded()).map(event => about.map(name => event[name]))).toEqual([
      ['nomenclature', id, 'Морс'],
      ['settings/reference/brand', brand.id, 'Закат'],
    ]);
  });

  it('[X640] of a category tree is recorded with its project', async () => {
    const admin = await server().as('admin');
    await admin('POST', '/project', { name: 'Сайт', code: 'site', platform: 'site' });
    const save = (body: object) => admin('PUT', '/categories/site', body);
    const categories = [{ name: 'Чай', children: [] }];
    expect((await save({ categories, version: 1 })).status).toBe(200);
    const { result } = await save({ categories: [] });
    await save({ categories: (result as { categories: unknown[] }).categories });
    expect(await recorded()).toMatchObject([{ about: 'categories', about_id: null, about_name: 'Сайт' }]);
  });
});
