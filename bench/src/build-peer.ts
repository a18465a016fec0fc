import { build } from 'vite'

const FOLDER = new URL('peers/', import.meta.url)

/**
 * Bundles the script of a page that a benchmark compares the product with.
 * @param file name of a module in the folder `peers`
 * @returns the minified script
 */
export async function buildPeer(file: string): Promise<string> {
  const result = await build({
    root: FOLDER.pathname,
    configFile: false,
    logLevel: 'silent',
    build: { write: false, modulePreload: { polyfill: false }, rolldownOptions: { input: new URL(file, FOLDER).pathname } },
  })
  const [output] = Array.isArray(result) ? result : [result]
  if (!output || !('output' in output)) throw new Error('nothing was built')
  return output.output[0].code
}
