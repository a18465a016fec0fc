import { expectAccessible } from '../fixtures/accessibility.ts'
import { deskRequests } from '../fixtures/desk-requests.ts'
import { entersAs, makeOperator, manages, Operator, openDashboard, ownerCredential } from '../fixtures/operator.ts'
import { expect, test } from '../fixtures/test.ts'

test('an owner makes an agent, who sees own and free requests only, takes one and hands it on', async ({ page, browser, deployment }) => {
  const { code, tickets } = await deskRequests(deployment, ['Di un altro', 'Libera'])
  const [free = '', foreign = ''] = tickets
  await manages(deployment, await ownerCredential(deployment), 'PUT', `/requests/${foreign}/desk`, {
    assignee: ((await manages(deployment, await ownerCredential(deployment), 'GET', '/account')) as { username: string }).username,
  })
  const chief = `capo-${code}`
  await makeOperator(deployment, { username: chief, password: 'Un-faro-di-notte-26', role: 'supervisor' })
  await openDashboard(page, deployment, 'operators')
  const owner = new Operator(page, deployment)
  await owner.button('Aggiungi').first().click()
  const roles = page.getByRole('dialog').getByLabel('Ruolo')
  await roles.selectOption('Operatore di sportello')
  await expect(page.getByRole('dialog')).toContainText('Lavora le richieste proprie e quelle di nessuno')
  await expectAccessible(page)

  const username = `agente-${code}`
  const agent = await entersAs(browser, deployment, 'agent', { username, customers: [code] })
  await expect(agent.getByRole('navigation', { name: 'Sezioni' }).getByRole('button')).toHaveText(['Richieste'])
  await expect(agent.getByRole('button', { name: 'Cerca' })).toHaveCount(0)
  const desk = new Operator(agent, deployment)
  await expect(desk.row('Richieste', free)).toBeVisible()
  await expect(desk.row('Richieste', foreign)).toHaveCount(0)
  await expectAccessible(agent)
  await desk.row('Richieste', free).getByRole('button', { name: 'Dettagli' }).click()
  const work = desk.dialog(`Ticket ${free}`).getByRole('region', { name: 'Lavorazione' })
  await work.getByRole('button', { name: 'Prendi in carico' }).click()
  await expect(desk.said(`Salvata: ${free}`)).toBeVisible()
  await desk.dialog(`Ticket ${free}`).getByLabel('Nota interna').fill('La passo al responsabile')
  await desk.dialog(`Ticket ${free}`).getByRole('button', { name: 'Aggiungi la nota' }).click()
  await expect(desk.dialog(`Ticket ${free}`).getByRole('region', { name: 'Cronologia' })).toContainText('La passo al responsabile')
  await expect(desk.dialog(`Ticket ${free}`).getByRole('button', { name: 'Annulla' })).toHaveCount(0)
  await work.getByLabel('Assegnata a').selectOption(chief)
  await work.getByRole('button', { name: 'Salva' }).click()
  await expect(desk.said(`Salvata: ${free}`)).toBeVisible()
  await expect(desk.row('Richieste', free)).toHaveCount(0)
  await agent.context().close()
})
