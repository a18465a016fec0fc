import { type ComponentType, createContext, use } from 'react'
import type { LoginPlace } from '../../../shared/paths.ts'

/** The component of the login pages, loaded as a separate chunk. */
type LoginView = ComponentType<{ place: LoginPlace }>

const LoginViewContext = createContext<LoginView | null>(null)

export const LoginViewProvider = LoginViewContext

/** Returns the login component; set on login pages only. It is loaded before hydration, so that other pages do not load its code. */
export function useLoginView(): LoginView | null {
  return use(LoginViewContext)
}
