import { type ManagementAccount, type OperatorRole, reaches } from '@sportello/contract'
import { useQuery } from '@tanstack/react-query'
import { manage } from './call.ts'

/** Returns the account of the signed-in operator; undefined until the account is loaded. */
export function useAccount(): ManagementAccount | undefined {
  return useQuery({ queryKey: ['account'], queryFn: ({ signal }) => manage<ManagementAccount>('GET', '/account', { signal }), staleTime: 60_000 }).data
}

/** Returns the permissions of the operator, which decide which buttons the dashboard shows. The server checks every call again. */
export function usePermissions(): { change: boolean; changeDeployment: boolean; own: boolean; is: (role: OperatorRole) => boolean } {
  const account = useAccount()
  const is = (role: OperatorRole) => account !== undefined && reaches(account.role, role)
  const whole = account?.customers === null
  return { change: is('operator'), changeDeployment: is('operator') && whole, own: is('owner') && whole, is }
}
