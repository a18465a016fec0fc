import { type ManagementAccount, type OperatorRole, reaches } from '@sportello/contract'
import { useQuery } from '@tanstack/react-query'
import { manage } from './call.ts'

/** Who is logged in; undefined until it is known. */
export function useAccount(): ManagementAccount | undefined {
  return useQuery({ queryKey: ['account'], queryFn: ({ signal }) => manage<ManagementAccount>('GET', '/account', { signal }), staleTime: 60_000 }).data
}

/** What the operator may do: buttons for anything else are not shown. The server judges in any case. */
export function useMay(): { change: boolean; changeDeployment: boolean; own: boolean; is: (role: OperatorRole) => boolean } {
  const account = useAccount()
  const is = (role: OperatorRole) => account !== undefined && reaches(account.role, role)
  const whole = account?.customers === null
  return { change: is('operator'), changeDeployment: is('operator') && whole, own: is('owner') && whole, is }
}
