/** Answers and log of a publication. */
export const syncLog = {
  refused: {
    running: 'Публикация уже идёт: дождитесь её конца или отмените её',
    ended: 'Эта публикация уже закончилась',
    noProject: 'Нет такого проекта, или он в архиве: обновите страницу',
    nothingFailed: 'У выбранных проектов нет записей с ошибками',
  },
  log: {
    started: 'Публикуем: %{projects}. Записей к проверке: %{total}',
    startedFailed: 'Публикуем то, что раньше не удалось: %{projects}. Записей к проверке: %{total}',
    fault: '%{fault}: «%{name}» (%{projects})',
    project: '%{name}: опубликовано %{published}, убрано %{removed}, с ошибками %{faulty}, не публикуются %{leftOut}',
    projectSince:
      '%{name}: опубликовано %{published}, убрано %{removed}, с ошибками %{faulty}, не публикуются %{leftOut}, без изменений с публикации %{since}: %{unchanged}',
    leftOut: 'Не публикуются: %{reasons}',
    faults: 'С ошибками: %{reasons}',
    finished: 'Публикация завершена',
    canceled: 'Публикация отменена: в магазинах всё осталось прежним, изменения ждут следующей',
    failed: 'Публикация прервана ошибкой: в магазинах всё осталось прежним. Запустите её ещё раз',
    lost: 'Публикация прервана: сервер остановился. В магазинах всё осталось прежним. Запустите её ещё раз',
  },
  cause: {
    shape: 'Изменился состав публикуемых полей, проверяем все записи: %{projects}',
    settings: 'Настройки изменились, проверяем все записи: %{projects}',
  },
  /** Reasons why records are left out, followed by their number in log lines. */
  reason: {
    draft: 'черновики',
    archived: 'в архиве',
    deleted: 'удалённые',
    barcode: 'нет штрихкода',
    categories: 'нет категории на платформе',
  },
  fault: { barcode: 'Нет штрихкода', categories: 'Нет категории на платформе' },
} as const;
