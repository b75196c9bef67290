import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { sql } from 'drizzle-orm';
import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import { flushRefusals } from '#server/security/refusals.ts';
import { addedReference } from '#tests/support/attributes.ts';
import { recordIn } from '#tests/support/samples.ts';
import { useScreens } from '#tests/support/screen.tsx';

const { server, open, answer, complaints } = useScreens();

const rows = async () => {
  const table = await screen.findByRole('table', { name: 'События' });
  return within(table).getAllByRole('row').slice(1);
};
/** The row of the first event of this kind. */
const rowOf = async (kind: string) => {
  const row = (await rows()).find(one => within(one).queryByText(kind));
  if (!row) throw new Error(`no event is called «${kind}»`);
  return row;
};

describe('/content/security', () => {
  it('[A101] shows who did what to whom, with the fields and a link to the record', async () => {
    const admin = await server().as('admin');
    const names = { first_name: 'Олег', last_name: 'Зимин' };
    const { id } = recordIn(await admin('POST', '/users', { ...names, email: 'z@example.com', role: 'accountant' }));
    await admin('PUT', `/users/${id}`, { status: 'blocked', password: 'Secret-Password-1' });
    await admin('PUT', `/users/${id}`, { permissions: [{ slug: 'user.auth' }] });
    await admin('GET', '/users/export?format=xlsx');
    await open('/content/security', 'admin');
    const changed = await rowOf('Пользователь изменён');
    expect(changed).toHaveTextContent(/Статус: Активен → Заблокирован/);
    expect(changed).toHaveTextContent('Пароль: изменено');
    expect(within(changed).getByRole('link', { name: 'Зимин Олег' })).toHaveAttribute(
      'href',
      `/content/users/${id}/edit`,
    );
    expect(await rowOf('Права изменены')).toHaveTextContent('добавлено: Вход под другим пользователем');
    expect(await rowOf('Пользователь создан')).toHaveTextContent('Роль: Бухгалтер');
    const exported = await rowOf('Выгрузка таблицы');
    expect(exported).toHaveTextContent('2 записи, .xlsx');
    expect(within(exported).getByRole('link', { name: 'Пользователи' })).toHaveAttribute('href', '/content/users');
    expect(document.body).not.toHaveTextContent('Secret');
  });

  it('[A640] links to values of references, to references whose values have no page, and to category trees', async () => {
    const admin = await server().as('admin');
    const brand = recordIn(await admin('POST', '/reference/brand/value', { name: 'Восход' }));
    await admin('PUT', `/reference/brand/value/${brand.id}`, { name: 'Закат', version: 1 });
    const list = recordIn(await admin('POST', '/reference', addedReference));
    await admin('POST', `/reference/${addedReference.code}/value`, { name: 'Зима' });
    await admin('POST', '/project', { name: 'Сайт', code: 'site', platform: 'site' });
    await admin('PUT', '/categories/site', { categories: [{ name: 'Чай', children: [] }] });
    await open('/content/security', 'admin');
    await rows();
    const link = (name: string) => screen.getAllByRole('link', { name })[0];
    expect(link('Закат')).toHaveAttribute('href', `/content/settings/reference/brand/${brand.id}/edit`);
    expect(link('Зима')).toHaveAttribute('href', `/content/settings/reference/${list.id}/edit`);
    expect(link('Категории: Сайт')).toHaveAttribute('href', '/content/categories');
    expect(await rowOf('Сохранено без проверки версии')).toHaveTextContent('Категории: Сайт');
    expect(await rowOf('Настройка изменена')).toHaveTextContent('Название: Восход → Закат');
  });

  it('[A440] a day that is being typed adds no step back, and no year before 2000 filters', async () => {
    await open('/content/security', 'admin');
    await waitFor(async () => expect(await rows()).not.toHaveLength(0));
    const steps = window.history.length;
    const since = screen.getByLabelText('С');
    for (const day of ['0002-05-12', '0020-05-12', '0202-05-12']) {
      fireEvent.change(since, { target: { value: day } });
      expect(since).toHaveValue(day);
      expect(window.location.search).toBe('');
    }
    fireEvent.change(since, { target: { value: '2026-05-12' } });
    await waitFor(() => expect(window.location.search).toBe('?since=2026-05-12'));
    fireEvent.change(since, { target: { value: '2026-05-13' } });
    await waitFor(() => expect(window.location.search).toBe('?since=2026-05-13'));
    expect(window.history.length).toBe(steps);
    expect(since).toHaveValue('2026-05-13');
  });

  it('[A101] is filtered by person, kind and days, which its address contains', async () => {
    const { user: accountant } = await server().signIn('accountant');
    await server().db.execute(sql`insert into security_events (at, kind, user_id, user_name)
      values ('2026-05-12T10:00:00Z', 'password_changed', ${accountant.id}, 'Анна Берёзкина')`);
    const { user } = await open('/content/security', 'admin');
    await waitFor(async () => expect(await rows()).toHaveLength(3));
    await user.selectOptions(screen.getByLabelText('Событие'), 'Вход');
    await waitFor(async () => expect(await rows()).toHaveLength(2));
    expect(window.location.search).toBe('?kind=signed_in');
    await user.selectOptions(screen.getByLabelText('Событие'), 'Любое событие');
    fireEvent.change(screen.getByLabelText('По'), { target: { value: '2026-05-31' } });
    await waitFor(async () => expect(await rows()).toHaveLength(1));
    expect(window.location.search).toBe('?until=2026-05-31');
    await user.click(screen.getByRole('button', { name: 'Сбросить фильтры' }));
    await waitFor(async () => expect(await rows()).toHaveLength(3));
    await user.click(within((await rows())[2] as HTMLElement).getByRole('link', { name: 'Анна Берёзкина' }));
    await waitFor(async () => expect(await rows()).toHaveLength(2));
    expect(window.location.search).toBe(`?person=${accountant.id}`);
    expect(screen.getByLabelText('Пользователь')).toHaveValue('Анна Берёзкина');
    await open('/content/security?kind=key_issued&page=7', 'admin');
    expect(await screen.findByText('По этим условиям событий нет')).toBeVisible();
    expect(window.location.search).toBe('?kind=key_issued');
  });

  it('[L642] a picker finds words in any order, without accents', async () => {
    await server().signIn('accountant');
    const { user } = await open('/content/security', 'admin');
    const picker = await screen.findByRole('combobox', { name: 'Пользователь' });
    await waitFor(async () => expect(await rows()).toHaveLength(2));
    await user.click(picker);
    await user.paste('березкина  АННА');
    expect((await screen.findAllByRole('option')).length).toBeGreaterThan(0);
    await user.clear(picker);
    await user.paste('березкина олег');
    expect(await screen.findByText('Ничего не нашлось', { ignore: '[role=status]' })).toBeVisible();
  });

  it('[A101] refusals are one line with their number, by somebody unknown', async () => {
    const visitor = await server().as('visitor');
    for (let times = 0; times < 3; times += 1)
      await visitor('POST', '/auth/login', { email: 'nobody@example.com', password: 'guess' });
    server().advance(61_000);
    await flushRefusals(server().deps);
    await open('/content/security', 'admin');
    expect(await rowOf('Отказ во входе')).toHaveTextContent(/3 раза с .*Неизвестно кто/);
  });

  it('[A101] is paged, and stands at the page of its address', async () => {
    await server().db.execute(sql`insert into security_events (at, kind)
      select now() - n * interval '1 hour', 'signed_out' from generate_series(1, 60) n`);
    const { user } = await open('/content/security?page=2', 'admin');
    await waitFor(async () => expect(await rows()).toHaveLength(11));
    expect(screen.getByText('61 событие')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Предыдущая страница' }));
    await waitFor(async () => expect(await rows()).toHaveLength(50));
    expect(window.location.search).toBe('');
  });

  it('[A101] shows an error when it cannot be read, and can be read again', async () => {
    answer(
      http.get('*/api/security-events', () => HttpResponse.json({ code: 500, message: 'Сбой' }, { status: 500 }), {
        once: true,
      }),
    );
    const { user } = await open('/content/security', 'admin');
    expect(await screen.findByText('Эта часть страницы не загрузилась')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Повторить' }));
    expect(await rows()).toHaveLength(1);
    complaints();
  });

  it('[A101] is in the menu of administrators alone', async () => {
    await open('/content', 'admin');
    expect(await screen.findByRole('link', { name: 'События безопасности' })).toHaveAttribute(
      'href',
      '/content/security',
    );
    await open('/content/security', 'content_manager');
    expect(await screen.findByText('У вас нет доступа к разделу с событиями безопасности')).toBeVisible();
    expect(screen.queryByRole('link', { name: 'События безопасности' })).not.toBeInTheDocument();
  });
});
