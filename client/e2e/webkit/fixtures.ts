import { test as base, expect } from '../fixtures';
import { WebKit } from './WebKit';

interface Fixtures {
  /** Opens the site, or another one, in WebKit, logged in if there is a token. Errors in the console fail the test. */
  open: (token?: string, site?: string) => Promise<WebKit>;
}

/** The journeys in WebKit share servers, calls and mails with those in other browsers. */
export const test = base.extend<Fixtures>({
  open: async ({ server, allowedTrouble }, use, info) => {
    const visitors: WebKit[] = [];
    await use(async (token, site = server.url) => {
      const visitor = await WebKit.open(site, token);
      visitors.push(visitor);
      return visitor;
    });
    if (info.status !== info.expectedStatus)
      for (const visitor of visitors)
        await info.attach('screen', {
          body: await visitor.driver.takeScreenshot().then((png) => Buffer.from(png, 'base64')),
          contentType: 'image/png',
        });
    for (const visitor of visitors) await visitor.close();
    const troubles = visitors.flatMap((visitor) => visitor.troubles);
    expect(troubles.filter((trouble) => !allowedTrouble?.test(trouble))).toEqual([]);
  },
});

export { expect };
