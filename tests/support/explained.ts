import pg from 'pg';

/**
 * Opens a separate connection that writes as `userId`.
 * @returns the plans of all statements, including nested ones
 */
export const explained = async (
  databaseUrl: string | undefined,
  userId: number | undefined,
  work: (client: pg.Client) => Promise<unknown>,
): Promise<string[]> => {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  const plans: string[] = [];
  client.on('notice', ({ message = '' }) => plans.push(message));
  try {
    await client.query("load 'auto_explain'");
    await client.query('set auto_explain.log_min_duration = 0; set auto_explain.log_analyze = on');
    await client.query('set auto_explain.log_nested_statements = on; set client_min_messages = log');
    await client.query(`set vitrina.by = '${userId}'`);
    await work(client);
    return plans;
  } finally {
    await client.end();
  }
};
