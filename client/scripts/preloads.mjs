/**
 * The preload links of each route. The server puts them at the start of the body, so that a browser requests the screen
 * at once, not after running the page's own scripts.
 */

/**
 * The links of one route to the files of its screen: scripts first, because nothing is painted without them. Parcel's
 * bundle groups have no fonts, which are larger than the screen's script and would delay it.
 */
export function linksOf(files) {
  const [scripts, styles] = ['.js', '.css'].map((ending) => files.filter((file) => file.endsWith(ending)));
  return [
    ...scripts.map((file) => `<link rel=modulepreload href=/${file}>`),
    ...styles.map((file) => `<link rel=preload as=style href=/${file}>`),
  ].join('');
}
