import { isAllowed, LEADS_DESK, type ManagementAccount, type NeededRole, type OfficeRole, reaches, WORKS_ON_DESK } from '@sportello/contract'
import { useQuery } from '@tanstack/react-query'
import { manage } from './call.ts'

/** Returns the account of the signed-in operator; undefined until the account is loaded. */
export function useAccount(): ManagementAccount | undefined {
  return useQuery({ queryKey: ['account'], queryFn: ({ signal }) => manage<ManagementAccount>('GET', '/account', { signal }), staleTime: 60_000 }).data
}

interface Permissions {
  change: boolean
  changeDeployment: boolean
  /** True if the operator may work on requests. */
  work: boolean
  /** True if the operator may merge requests and share lists of them. */
  lead: boolean
  own: boolean
  /** True if the operator may edit all form definitions that the server lists for this operator. */
  edit: boolean
  publish: boolean
  /** True if the operator may create form definitions. A new definition is not yet used by any form. */
  create: boolean
  /**
   * The languages of a translator. In definitions that the operator may otherwise not edit, the operator may change the
   * texts
   * in these languages. Null if the operator is not a translator.
   */
  translates: readonly string[] | null
  is: (role: OfficeRole) => boolean
  may: (needed: NeededRole) => boolean
}

/** Returns the permissions of the operator, which decide which buttons the dashboard shows. The server checks every call again. */
export function usePermissions(): Permissions {
  const account = useAccount()
  const is = (role: OfficeRole) => account !== undefined && reaches(account.role, role)
  const may = (needed: NeededRole) => account !== undefined && isAllowed(account.role, needed)
  const whole = account?.customers === null
  const edit = may({ role: 'operator', authoring: 'author' })
  return {
    change: is('operator'),
    changeDeployment: is('operator') && whole,
    work: may(WORKS_ON_DESK),
    lead: may(LEADS_DESK),
    own: is('owner') && whole,
    edit,
    publish: may({ role: 'operator', authoring: 'publisher' }),
    create: edit && whole,
    translates: account?.role === 'translator' ? account.languages : null,
    is,
    may,
  }
}
