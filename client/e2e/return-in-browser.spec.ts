import { newName } from './api';
import { expect, test } from './fixtures';
import { enterRace, enterTogether, start, typeByHand } from './race';
import { TcpProxy } from './tcp-proxy';

// The console has every failed attempt to connect.
test.use({ allowedTrouble: /ERR_CONNECTION|ERR_EMPTY_RESPONSE|ERR_SOCKET|NS_ERROR_NET_RESET|WebSocket connection/ });

test('a racer whose connection breaks is shown as disconnected, returns and finishes', async ({
  newVisitor,
  server,
  api,
}) => {
  const proxy = await TcpProxy.start(server.url);
  const [rosa, sol] = [newName('rosa'), newName('sol')];
  const [stays, drops] = [
    await newVisitor({ token: await api.signUp(rosa) }),
    await newVisitor({ token: await api.signUp(sol), baseURL: proxy.url }),
  ];
  const text = await enterTogether(api, [stays, drops]);
  await Promise.all([stays, drops].map(start));
  const half = Math.floor(text.length / 2);
  await typeByHand(drops, text.slice(0, half));

  proxy.cut();
  const lane = stays.getByRole('list', { name: 'Racers' }).getByRole('listitem').filter({ hasText: sol });
  await expect(lane.getByText('Disconnected')).toBeVisible();
  // A disconnected racer has no card.
  const away = lane.getByRole('link', { name: sol });
  await away.focus();
  await expect(away).toBeFocused();
  await expect(stays.getByRole('region', { name: `${sol}’s statistics` })).toBeHidden();
  await expect(drops.getByText(/connection.*lost|reconnecting/i)).toBeVisible();
  // Typing continues while the connection is lost.
  await typeByHand(drops, text.slice(half, half + 10));

  proxy.open();
  await expect(lane.getByText('Disconnected')).toBeHidden();
  await expect(drops.getByText(/connection.*lost|reconnecting/i)).toBeHidden();
  await Promise.all([typeByHand(stays, text), typeByHand(drops, text.slice(half + 10))]);
  for (const page of [stays, drops]) {
    await expect(page.getByRole('region', { name: 'Leaderboard' }).getByRole('listitem')).toHaveCount(2);
    await expect(page.getByText('Result saved', { exact: true })).toBeVisible();
  }
  await drops.close();
  await proxy.stop();
});

test('a result typed while the connection is lost is saved when it is back', async ({ newVisitor, server, api }) => {
  const proxy = await TcpProxy.start(server.url);
  const drops = await newVisitor({ token: await api.signUp(newName('sara')), baseURL: proxy.url, at: null });
  const text = await enterRace(drops);
  await start(drops);
  const end = text.length - 5;
  await typeByHand(drops, text.slice(0, end));

  proxy.cut();
  await expect(drops.getByText(/connection.*lost|reconnecting/i)).toBeVisible();
  await typeByHand(drops, text.slice(end));
  await expect(drops.getByText('Saving your result...')).toBeVisible();

  proxy.open();
  await expect(drops.getByText('Result saved', { exact: true })).toBeVisible();
  // Confetti may still be loading, and a connection cut under an open page would count as its failure.
  await drops.close();
  await proxy.stop();
});
