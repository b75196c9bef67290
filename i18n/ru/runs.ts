/** Shared by the pages of imports, sendings and publications, so that all three use the same words. */
export const runs = {
  progress: 'Выполнено',
  silent:
    'Новостей нет больше минуты: прервалась связь или сервер занят. Сделанное сохранится, а результат появится здесь сам.',
  log: 'Журнал',
  logEmpty: 'Строк пока нет',
  logCut: 'Показаны первые %{number} строк журнала',
  searchLog: 'Найти в журнале',
  logNone: 'Таких строк нет',
  onlyFaults: 'Только замечания',
  level: { info: 'Сообщение', warning: 'Предупреждение', error: 'Ошибка' },
  startedAt: 'Начало',
  state: 'Состояние',
  who: 'Кто',
  more: 'Показать ещё',
} as const;
