import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/**
 * Builds the page for reviewers of a draft separately. It then contains no code of the dashboard or of the visitors'
 * first
 * page, and these contain none of its code.
 */
export default defineConfig({
  plugins: [react()],
  base: '/~review/',
  publicDir: false,
  build: {
    outDir: 'dist/review',
    emptyOutDir: true,
    manifest: 'manifest.json',
    target: 'es2022',
    // The oldest browser versions that support light-dark(). The styles use this function to define the light and the
    // dark theme.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    modulePreload: { polyfill: false },
    rolldownOptions: { input: { review: 'src/review/main.tsx' } },
  },
})
