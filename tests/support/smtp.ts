import { type AddressInfo, createServer } from 'node:net';

export interface Mailbox {
  url: string;
  received: string[];
  close: () => void;
}

/** A mailbox on a free port. @param recipientCode its reply to RCPT TO, to simulate a refusal */
export const openMailbox = async (recipientCode = 250): Promise<Mailbox> => {
  const received: string[] = [];
  const server = createServer(socket => {
    let rest = '';
    let isData = false;
    socket.setEncoding('utf8').write('220 mailbox\r\n');
    socket.on('data', (chunk: string) => {
      rest += chunk;
      for (;;) {
        const end = rest.indexOf(isData ? '\r\n.\r\n' : '\r\n');
        if (end < 0) return;
        const line = rest.slice(0, end);
        rest = rest.slice(end + (isData ? 5 : 2));
        if (isData) received.push(line);
        socket.write(`${isData ? '250 taken' : replyTo(line, recipientCode)}\r\n`);
        isData = !isData && line === 'DATA';
      }
    });
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const url = `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, received, close: () => void server.close() };
};

const replyTo = (command: string, recipientCode: number): string => {
  if (command.startsWith('RCPT')) return `${recipientCode} recipient`;
  return command === 'DATA' ? '354 go on' : '250 mailbox';
};
