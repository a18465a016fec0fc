import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { defineConfig, type Plugin } from 'vite'

const require = createRequire(import.meta.url)
const { version } = require('pdfjs-dist/package.json') as { version: string }
/** Decoders of pictures in PDF files. They have no hash in their names, because pdf.js looks for these names. */
const DECODERS = ['jbig2.wasm', 'openjpeg.wasm', 'qcms_bg.wasm']
const FOLDER = `assets/pdfjs-${version}`

/** Adds the decoders to the build. */
function decoders(): Plugin {
  return {
    name: 'decoders',
    generateBundle() {
      for (const name of DECODERS)
        this.emitFile({ type: 'asset', fileName: `${FOLDER}/${name}`, source: readFileSync(require.resolve(`pdfjs-dist/wasm/${name}`)) })
    },
  }
}

/** Builds the page that shows a file in a sandbox separately. */
export default defineConfig({
  plugins: [decoders()],
  base: '/~viewer/',
  publicDir: false,
  define: { DECODERS_FOLDER: JSON.stringify(`/~viewer/${FOLDER}/`) },
  build: {
    outDir: 'dist/viewer',
    emptyOutDir: true,
    manifest: 'manifest.json',
    target: 'es2022',
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    modulePreload: { polyfill: false },
    rolldownOptions: { input: { viewer: 'src/viewer/main.ts' } },
  },
})
