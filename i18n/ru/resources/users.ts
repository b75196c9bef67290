import type { Labels } from '../../messages.ts';

export const users = {
  one: 'Пользователь',
  several: 'Пользователи',
  count: '%{number} пользователь |||| %{number} пользователя |||| %{number} пользователей',
  object: '%{number} пользователя |||| %{number} пользователей |||| %{number} пользователей',
  create: 'Новый пользователь',
  denied: 'У вас нет доступа к разделу с пользователями',
  fields: {
    name: 'ФИО',
    first_name: 'Имя',
    middle_name: 'Отчество',
    last_name: 'Фамилия',
    email: 'Электронная почта',
    password: 'Пароль',
    role: 'Роль',
    permissions: 'Дополнительные права',
    status: 'Статус',
    rights: 'Действующие права',
    avatar: 'Фотография',
    created_at: 'Создан',
    last_seen: 'Последний визит',
  },
  said: {
    created: 'Пользователь создан: %{name}',
    saved: 'Данные пользователя обновлены',
    deleted: 'Пользователь удалён: %{name}',
    alreadyDeleted: 'Этот пользователь уже был удалён',
  },
} as const satisfies Labels<'users'>;
