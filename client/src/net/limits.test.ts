import { expect, it } from 'vitest';
import { paths } from '../../../shared/fixtures/openapi.json';
import { limits, SKIN_FILE_PATTERN } from './limits';

/** The rules for the fields of a call. */
function rules<Rules>(call: {
  post: { requestBody: { content: { 'application/json': { schema: { properties: Rules } } } } };
}): Rules {
  return call.post.requestBody.content['application/json'].schema.properties;
}

it('forms have the limits of the api', () => {
  const { username, password } = rules(paths['/api/signup']);
  const { feedback } = rules(paths['/api/feedback']);
  const { author, url } = rules(paths['/api/textrequest']);
  const { reason } = rules(paths['/api/admin/rejecttextrequest']);
  const skin = rules(paths['/api/admin/addskin']);
  const { skinImageBytes, skinImageSide, ...rest } = limits;
  expect(rest).toEqual({
    shortestUsername: username.minLength,
    longestUsername: username.maxLength,
    shortestPassword: password.minLength,
    feedback: feedback.maxLength,
    author: author.maxLength,
    webAddress: url.maxLength,
    reason: reason.oneOf[0]?.maxLength,
    skinName: skin.name.maxLength,
    skinFile: skin.filename.maxLength,
    skinDescription: skin.description.maxLength,
    lowestPrice: skin.price.minimum,
    highestPrice: skin.price.maximum,
  });
  expect(skin.image.description).toContain(`at most ${skinImageBytes / 1024} KiB and ${skinImageSide} pixels`);
  expect(skin.filename.pattern).toBe(`^${SKIN_FILE_PATTERN.replaceAll('\\', '')}$`);
});

it('the forms know all texts that the api limits', () => {
  // Add a field here once its form has the limit. Codes and payments come from links, an image has a check of its own,
  // and accounts and texts show a hint.
  const limited = ['author', 'description', 'feedback', 'filename', 'name', 'reason', 'url'];
  const others = ['code', 'email', 'image', 'newPassword', 'password', 'payerId', 'paymentId', 'text', 'username'];
  const fields = JSON.stringify(paths).matchAll(/"(\w+)":\{(?:[^{}]*|"oneOf":\[\{[^{}]*)"maxLength"/g);
  expect(new Set([...fields].map(([, field]) => field))).toEqual(new Set([...limited, ...others]));
});
