import type { Translation } from '../messages.ts';
import type { sendingLog as source } from '../ru/sendingLog.ts';

export const sendingLog: Translation<typeof source> = {
  refused: {
    running: 'Media is already being sent: wait for its end or stop it',
    notRunning: 'No media is being sent now',
    noCafe: 'There is no such cafe, or it is archived: reload the page',
    noProducts: 'There are no products: choose others or check the filter',
    noMatrix: 'There is no such matrix, or it is closed to you: choose another one',
    badFilter: 'The filter cannot be read: open the list of products and filter it again',
    key: 'Only a cafe with an address needs a key: files in a folder are not signed',
  },
  log: {
    started: 'Sending media of products: %{products}. Cafes: %{cafes}',
    resumed: 'The server stopped, sending has been resumed',
    nothing: 'Everything was sent before: there are no new or changed files',
    cafe: '%{name}: files to send %{files}',
    product: '%{cafe}: “%{name}”, %{smart_count} file |||| %{cafe}: “%{name}”, %{smart_count} files',
    again: '%{cafe}: %{fault}. Trying again in %{seconds} s',
    file: '%{cafe}: “%{name}” was not sent. %{fault}',
    cafeFinished: '%{name}: files sent %{sent}, unchanged %{unchanged}, not sent %{failed}',
    cafeLeftOut: '%{name}: left out. %{fault}',
    cafeFailed: '%{name}: sending stopped. %{fault}. Files sent %{sent}, left %{failed}',
    finished: 'Media sent: files %{sent}',
    finishedBut: 'Media sent: files %{sent}. Not everything reached: %{cafes}',
    canceled: 'Sending cancelled. What was sent stays in the cafes: files %{sent}',
    failed: 'Sending stopped by an error. What was sent stays in the cafes: files %{sent}. Send again',
    lost: 'Sending stopped: the server went down. What was sent stays in the cafes: files %{sent}. Send again',
    restored:
      'Sending stopped: the server was restored from a backup. Files sent before the backup: %{sent}. Send again',
  },
  fault: {
    noKey: 'No signing key. Make one in the settings of the cafe',
    noName: 'The name %{host} cannot be resolved: check the address of the cafe or send again later',
    closed:
      'The address %{host} is inside the network of the server, where nothing may be sent: change it or ask an administrator to allow that network',
    badAddress: 'The address of the cafe is not valid: change it in the settings of the cafe',
    unreachable: 'The cafe does not answer (%{code}): check that the receiver is on and can be reached',
    broken: 'The connection to the cafe broke (%{code})',
    early: 'The cafe answered (%{status}) before it had read the file: check the receiver',
    slow: 'The cafe did not take the file within %{seconds} s',
    slowLine: 'The file did not reach the cafe within %{seconds} s: the connection is too slow',
    expired: 'The certificate of the cafe has expired (%{code}): ask the cafe to renew it',
    otherName:
      'The certificate of the cafe is for another name (%{code}): check the address in the settings or ask the cafe to replace the certificate',
    unknownIssuer:
      'The certificate of the cafe comes from an unknown authority or from the cafe itself (%{code}): ask for one of a known authority',
    certificate: 'The certificate of the cafe is not valid (%{code}): ask the cafe to replace it',
    insecure: 'There is no secure connection to the cafe (%{code}): check that https answers at this address',
    redirects: 'The address of the cafe redirects to another one (%{status}): enter the final address in the settings',
    denied: 'The cafe did not accept the signature (%{status}): check the key on both sides',
    absent: 'There is no receiver at the address of the cafe (%{status}): check the address in the settings',
    busy: 'The cafe is overloaded (%{status})',
    closedFor: 'The cafe takes no files for another %{minutes} min (%{status}): send again after that',
    refused: 'The cafe did not accept the file (%{status}): ask what is wrong with it',
    outside: 'The folder of the cafe lies outside of the permitted one: change it in the settings of the cafe',
    folder: 'The folder of the cafe cannot be written (%{code}): check disk space and permissions',
    gone: 'The image file is missing on the server: upload it again',
    store: 'The image file could not be read from the storage',
    removed: 'The cafe was deleted from the settings',
    trouble: 'An error on our side: send again',
  },
};
