import { defineConfig } from '@playwright/test'

/**
 * Browser tests of the real product: server, database, mail server and browser are not faked. Test files named
 * `*.phone.spec.ts` run only with the phone settings, `*.desk.spec.ts` only with the desktop settings, all others with
 * both.
 */
export default defineConfig({
  testDir: 'specs',
  outputDir: 'test-results',
  fullyParallel: true,
  workers: 2,
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  use: {
    actionTimeout: 10_000,
    navigationTimeout: 20_000,
    // Traces are recorded only if the variable TRACE is set, because recording takes a quarter of the CPU time.
    trace: process.env.TRACE ? 'retain-on-failure' : 'off',
    locale: 'it-IT',
    launchOptions: {
      executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium-headless-shell',
      // Sets the language of the browser's own controls, such as the order of day and month in date fields, so that
      // tests behave the same on every machine.
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--lang=en-US',
      ],
    },
  },
  projects: [
    { name: 'phone', testIgnore: '**/*.desk.spec.ts', use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 } },
    { name: 'desk', testIgnore: '**/*.phone.spec.ts', use: { viewport: { width: 1280, height: 800 } } },
  ],
})
