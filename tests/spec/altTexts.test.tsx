import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { languages } from '#server/db/schema.ts';
import { addImages, imagesIn } from '#tests/support/images.ts';
import { addProducts } from '#tests/support/records.ts';
import { useScreens } from '#tests/support/screen.tsx';

const { server, open } = useScreens();

it('[G22] an alt text that is kept gives way to the newer text of a colleague', async () => {
  const [product] = await addProducts(server(), { name: 'Латте' });
  await server().db.insert(languages).values({ code: 'ru', name: 'Русский', order: 1 });
  const path = `/products/${product?.id}/images`;
  const [image] = await addImages(server(), path, 'red');
  const { user } = await open(`/content/nomenclature/${product?.id}/images`, 'photographer');
  await user.click(await screen.findByRole('button', { name: 'Открыть: red.png' }));
  const field = await screen.findByLabelText('Описание (Русский)');
  await user.click(field);
  await user.paste('Латте');
  await user.tab();
  expect(await screen.findByText('Сохранено')).toBeVisible();
  const colleague = await server().as('content_manager');
  await colleague('PUT', path, { alts: [{ id: image?.id, alt: { ru: 'Стакан латте' } }] });
  await waitFor(() => expect(field).toHaveValue('Стакан латте'));
  await user.click(field);
  await user.click(screen.getByRole('button', { name: 'Закрыть' }));
  await waitFor(() => expect(field).not.toBeInTheDocument());
  expect(imagesIn(await colleague('GET', path))[0]?.alt).toEqual({ ru: 'Стакан латте' });
});

it('[G22] an alt text that is typed and put back gives way to the newer text of a colleague', async () => {
  const [product] = await addProducts(server(), { name: 'Латте' });
  await server().db.insert(languages).values({ code: 'ru', name: 'Русский', order: 1 });
  const path = `/products/${product?.id}/images`;
  const [image] = await addImages(server(), path, 'red');
  const colleague = await server().as('content_manager');
  const describeAs = (ru: string) => colleague('PUT', path, { alts: [{ id: image?.id, alt: { ru } }] });
  await describeAs('Латте');
  const { user } = await open(`/content/nomenclature/${product?.id}/images`, 'photographer');
  await screen.findByText('Изменения видны сразу');
  await user.click(await screen.findByRole('button', { name: 'Открыть: red.png' }));
  const field = await screen.findByLabelText('Описание (Русский)');
  await user.type(field, '!{Backspace}');
  await describeAs('Стакан латте');
  await waitFor(() => expect(field).toHaveValue('Стакан латте'));
  await user.click(screen.getByRole('button', { name: 'Закрыть' }));
  await waitFor(() => expect(field).not.toBeInTheDocument());
  expect(imagesIn(await colleague('GET', path))[0]?.alt).toEqual({ ru: 'Стакан латте' });
});
