/** The session: acting as another user, and signing in again over the page. */
export const visit = {
  acting: 'Вы работаете как %{name}',
  actingBack: 'Вернуться в свою учётную запись',
  actingFailed: 'Не удалось авторизоваться под другим пользователем!',
  switching: 'Меняем учётную запись…',
  endedTitle: 'Сеанс закончился',
  endedText: 'Войдите снова: несохранённые правки ждут на странице.',
  partFailed: 'Эта часть приложения не загрузилась',
  partRetry: 'Не загрузилось. Повторить',
  partFailedText:
    'Пропала связь или вышла новая версия. Введённое на этой странице пока на месте: сохраните его и обновите страницу.',
} as const;
