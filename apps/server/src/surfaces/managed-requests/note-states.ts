import type { FormParams } from '@sportello/contract'
import type { DeploymentDb } from '../../platform/db/with-customer.ts'
import type { RequestServices } from '../../requests/requests/services.ts'
import { noteStateChanges } from '../../requests/state-mails/rules.ts'

/** Notes that an operator has changed the states of requests, for the mails to their requesters. Sends one statement for all of them. */
export async function noteStates(
  { knownCustomer }: RequestServices,
  db: DeploymentDb,
  changed: readonly { customer_code: string; id: string }[],
): Promise<void> {
  const params = new Map<string, FormParams>()
  for (const { customer_code: form } of changed) if (!params.has(form)) params.set(form, (await knownCustomer(form)).params)
  await noteStateChanges(
    db,
    changed.map(({ customer_code, id }) => ({ customer_code, id, params: params.get(customer_code) ?? {} })),
  )
}
