import { screen, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import { hold } from '#tests/support/hold.ts';
import { useScreens } from '#tests/support/screen.tsx';

const { server, open, answer } = useScreens();

const roleId = async (slug: string) => {
  const { result } = await (await server().as('admin'))('GET', '/roles');
  return (result as { id: number; slug: string }[]).find(role => role.slug === slug)?.id;
};

it('[A12] says that nobody has it only when that is known, and how many more there are', async () => {
  const { released, release } = hold();
  let isRefused = true;
  const refuse = () => released.then(() => HttpResponse.json({ code: 400, message: 'Сбой' }, { status: 400 }));
  answer(http.get('*/api/users', () => (isRefused ? refuse() : undefined)));
  const { user } = await open(`/content/roles/${await roleId('accountant')}/edit`, 'admin');
  const holders = await screen.findByRole('region', { name: 'У кого эта роль' });
  expect(await within(holders).findByText('Загружаем')).toBeVisible();
  expect(holders).not.toHaveTextContent('Пока ни у кого.');
  release();
  const retry = await within(holders).findByRole('button', { name: 'Повторить' });
  expect(holders).not.toHaveTextContent('Пока ни у кого.');
  isRefused = false;
  await user.click(retry);
  expect(await within(holders).findByText('Пока ни у кого.')).toBeVisible();
  await server().createUser('accountant', { first_name: 'Олег', last_name: 'Зимин' });
  const { result } = await (await server().as('admin'))('GET', '/users?role=accountant');
  const page = { ...(result as object), total: 1003 };
  answer(http.get('*/api/users', () => HttpResponse.json({ code: 200, message: 'success', result: page })));
  await open(`/content/roles/${await roleId('accountant')}/edit`, 'admin');
  expect(await screen.findByText(/^и ещё 1\s002$/)).toBeVisible();
});
