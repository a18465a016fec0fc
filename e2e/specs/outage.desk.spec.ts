import { readdir, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { accessibilityViolations } from '../fixtures/accessibility.ts'
import { startDeployment } from '../fixtures/deployment.ts'
import { expect, test } from '../fixtures/test.ts'
import { de, it, type StoryWords } from '../fixtures/words.ts'

/**
 * Makes a deployment's database fail in the same way as a broken disk.
 * @returns a function that repairs the database
 */
async function stopDatabase(dataDir: string): Promise<() => Promise<void>> {
  const root = join(dataDir, 'postgresql')
  const [postmaster = ''] = (await readFile(join(root, 'cluster', 'postmaster.pid'), 'utf8')).split('\n')
  const programs = (await readdir(root)).find((name) => name.startsWith('programs-')) ?? ''
  const program = join(root, programs, 'bin', 'postgres')
  await rename(program, `${program}.away`)
  process.kill(Number(postmaster), 'SIGQUIT')
  return () => rename(`${program}.away`, program)
}

test('a visitor sees an error page while the database is unavailable, and the form once it is available again', async ({ browser }) => {
  // The limits for the start of a deployment, its recovery and its end are together longer than those of a story.
  test.slow()
  const deployment = await startDeployment()
  try {
    const restoreDatabase = await stopDatabase(deployment.dataDir)
    const ready = async () => (await fetch(`${deployment.url}/health/ready`)).status
    await expect.poll(ready).toBe(503)
    const look = async (words: StoryWords) => {
      const page = await (await browser.newContext({ locale: words.locale })).newPage()
      const answer = await page.goto(`${deployment.url}/comune-aurora`)
      expect(answer?.status()).toBe(503)
      await expect(page.getByRole('alert', { name: words.errorTitle })).toBeVisible()
      expect(await accessibilityViolations(page)).toEqual([])
      return page
    }
    await (await look(de)).context().close()
    const page = await look(it)
    await restoreDatabase()
    await expect.poll(ready, { timeout: 30_000 }).toBe(200)
    await page.getByRole('button', { name: it.retry }).click()
    await expect(page.getByRole('region', { name: it.steps[0] })).toBeVisible()
    await page.context().close()
  } finally {
    await deployment.stop()
  }
})
