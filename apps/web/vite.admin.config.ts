import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const LOCALES = ['it-IT', 'en-US', 'de-DE', 'es-ES', 'fr-FR', 'el-GR', 'nl-NL']
const NO_TEXTS = '\0no-texts'

/**
 * Removes React Aria's texts from the build, except those in the dashboard's seven languages. This function replaces
 * Adobe's plugin for the same purpose (`@react-aria/optimize-locales-plugin`), which is published without a licence.
 */
function libraryLocales(): Plugin {
  return {
    name: 'library-locales',
    enforce: 'pre',
    resolveId(id, importer = '') {
      const locale = /\/([a-z]{2}-[A-Z]{2})\.m?js$/.exec(id)?.[1]
      return locale && !LOCALES.includes(locale) && /\/node_modules\/react-(?:aria|aria-components|stately)\//.test(importer) ? NO_TEXTS : null
    },
    load: (id) => (id === NO_TEXTS ? 'export default undefined' : null),
  }
}

/** Builds the operators' dashboard separately, so that the visitors' first page contains none of its code. */
export default defineConfig({
  plugins: [libraryLocales(), react()],
  base: '/admin/',
  publicDir: false,
  build: {
    outDir: 'dist/admin',
    emptyOutDir: true,
    manifest: 'manifest.json',
    target: 'es2022',
    // The oldest browser versions that support light-dark(). The styles use this function to define the light and the
    // dark theme.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: { admin: 'src/admin/main.tsx' },
      // Puts all code that every page needs into one file. Later chunks share parts of this code, so the bundler would
      // otherwise split it into many small files, which compress less well.
      output: { codeSplitting: { groups: [{ name: 'admin', test: /src\/admin\/main\.tsx$/, includeDependenciesRecursively: true }] } },
    },
  },
})
