// QUESTION: The cart tells its delegate, the screen, what the total is. The
// screen is closed: are screen and cart freed?

import Probe

struct DelegateLoop: Card {
  func run(_ trial: Trial) {
    let screen = CartScreen()
    trial.watch(screen)
    trial.watch(screen.cart)
    screen.open()
    screen.cart.add(12)
    trial.check("the screen shows the total", screen.total == 12)
    trial.ownerLetsGo("The screen is closed.")
  }
}

@MainActor
private protocol CartDelegate: AnyObject {
  func cartDidChange(to total: Int)
}

@MainActor
private final class CartScreen: CartDelegate {
  let cart = Cart()
  var total = 0

  func open() { cart.delegate = self }

  func cartDidChange(to total: Int) { self.total = total }

  deinit { logDeinit(self) }
}

@MainActor
private final class Cart {
  var delegate: (any CartDelegate)?
  private var total = 0

  func add(_ price: Int) {
    total += price
    delegate?.cartDidChange(to: total)
  }

  deinit { logDeinit(self) }
}

// ANSWER: still alive
//
// The screen owns the cart, and the cart owns its delegate, the screen.
// `AnyObject` on the protocol only allows `weak`; the property has to say
// it.
