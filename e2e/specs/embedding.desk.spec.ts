import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test as story } from '../fixtures/test.ts'

const test = story.extend<{ site: { origin: string; show: (html: string) => void } }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern
  site: async ({}, use) => {
    let html = ''
    const server = createServer((_request, response) => response.setHeader('content-type', 'text/html').end(html))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    await use({ origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, show: (next) => (html = next) })
    server.close()
  },
})

const question = (code: string) => ({
  type: 'PROPERTY',
  ordering: 1,
  value: { property_code: code, property_description: `Domanda ${code}`, default_value: { input_type: 'textarea' } },
})

test('a website that the form’s settings allow can embed the form in a frame that grows with it, and other websites cannot', async ({
  page,
  deployment,
  site,
  expectConsoleError,
}) => {
  const code = `cornice-${randomUUID().slice(0, 8)}`
  const form = (embed_origins: string[]) =>
    deployment.importBundle({
      definitions: [
        {
          code_tag: code,
          tag_description: 'Scrivici',
          form_params: { auth_type: ['DATACOLLECTION'], embed_origins },
          form_fields: [],
          children: [
            { code_tag: 'breve', tag_description: 'Breve', form_fields: [question('uno')], children: [] },
            { code_tag: 'lungo', tag_description: 'Lungo', form_fields: ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map(question), children: [] },
          ],
        },
      ],
      forms: [{ code_form: code, code_tag: code }],
    })
  await form([site.origin])
  site.show(
    `<!doctype html><title>Comune</title><iframe src="${deployment.url}/${code}" title="Scrivici" data-sportello width="800" height="300"></iframe><script src="${deployment.url}/embed.js"></script>`,
  )
  await page.goto(site.origin)
  const frame = page.frameLocator('iframe')
  const element = page.locator('iframe')
  const height = () => element.evaluate((each) => each.clientHeight)
  await frame.getByRole('combobox', { name: 'Scrivici' }).fill('Lungo')
  await frame.getByRole('option', { name: 'Lungo' }).click()
  await frame.getByLabel('Domanda a').fill('Testo')
  await expect.poll(height).toBeGreaterThan(1_000)
  // The frame is as high as the page in it, so that the visitor does not need to scroll inside the frame.
  const isWhole = () => frame.locator('html').evaluate((html) => html.scrollHeight <= html.clientHeight + 1)
  await expect.poll(isWhole).toBe(true)
  for (const letter of ['b', 'c', 'd', 'e', 'f', 'g', 'h']) await frame.getByLabel(`Domanda ${letter}`).fill('Testo')
  await frame.getByRole('button', { name: 'Invia Richiesta' }).click()
  await expect(frame.getByRole('heading', { name: 'Richiesta inviata' })).toBeVisible()
  await expect.poll(height).toBeLessThan(1_000)

  await form(['https://www.example.org'])
  expectConsoleError(/frame-ancestors|ERR_BLOCKED_BY_RESPONSE|chrome-error/)
  await page.goto(`${site.origin}/?again`)
  await expect(frame.getByRole('combobox', { name: 'Scrivici' })).toHaveCount(0)
})
