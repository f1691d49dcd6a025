// QUESTION: The cart has a voucher, and the voucher knows its cart. The
// screen owns the cart and is closed: are screen and cart freed?

import Probe

struct ChildLoop: Card {
  func run(_ trial: Trial) {
    let screen = CartScreen()
    trial.watch(screen)
    trial.watch(screen.cart)
    screen.cart.enter(Voucher())
    trial.check("the voucher counts", screen.cart.total == 9)
    trial.ownerLetsGo("The screen is closed.")
  }
}

@MainActor
private final class CartScreen {
  let cart = Cart()

  deinit { logDeinit(self) }
}

@MainActor
private final class Cart {
  var price = 10
  private var voucher: Voucher?

  var total: Int { voucher?.reducedPrice ?? price }

  func enter(_ voucher: Voucher) {
    self.voucher = voucher
    voucher.cart = self
  }

  deinit { logDeinit(self) }
}

@MainActor
private final class Voucher {
  var cart: Cart?

  var reducedPrice: Int? { cart.map { $0.price - 1 } }
}

// ANSWER: still alive; CartScreen freed
//
// The screen goes: nobody owns it. Its cart stays, since cart and voucher
// own each other below the screen. A test that watches the screen alone
// would pass.
